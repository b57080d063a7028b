-- Views for operators with sqlite3; the program reads none of them. Ids are UUIDs, times are ISO 8601 in UTC, bits are
-- words. No view has password hashes, tokens or stored responses.
--
-- A condition on owner finds an owner's rows by their keys, but in log_view, which is searched from its newest entry.
-- A step that replaces a table first drops the views of it, and makes them again.

CREATE VIEW owner_view AS
SELECT
    owners.owner, email, epoch, revision,
    (SELECT count(*) FROM items WHERE slot BETWEEN owners.owner << 32 AND owners.owner << 32 | 2147483647) AS open,
    (SELECT count(*) FROM items WHERE slot BETWEEN owners.owner << 32 | 2147483648 AND owners.owner << 32 | 4294967295)
        AS done,
    (SELECT count(*) FROM ids WHERE ids.owner = owners.owner AND deleted_by IS NOT NULL) AS deleted,
    last_sequence, last_entry,
    strftime('%Y-%m-%dT%H:%M:%fZ', (SELECT changed_at FROM log WHERE entry = last_entry), 'unixepoch') AS changed_at,
    item_bytes, history_bytes, answer_bytes,
    iif(leaving, 'yes', 'no') AS leaving
FROM owners LEFT JOIN accounts ON accounts.owner = owners.owner;

CREATE VIEW item_view AS
SELECT
    owner, slot & 2147483647 AS sequence,
    lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-'
        || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) AS id,
    items.revision, title, iif(slot >> 31 & 1, 'yes', 'no') AS done,
    strftime('%Y-%m-%dT%H:%M:%fZ', timestamp, 'unixepoch') AS timestamp,
    date(day * 86400, 'unixepoch') AS day, repeat,
    location_name, latitude, longitude,
    '["' || replace(replace(replace(tags, '\', '\\'), '"', '\"'), ' ', '","') || '"]' AS tags,
    position, remind,
    coalesce(items.description, details.description) AS description,
    strftime('%Y-%m-%dT%H:%M:%fZ', created_at, 'unixepoch') AS created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(updated_at, created_at), 'unixepoch') AS updated_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', done_at, 'unixepoch') AS done_at
FROM owners
    JOIN items ON slot BETWEEN owner << 32 AND owner << 32 | 4294967295
    LEFT JOIN details ON number = slot & ~2147483648;

-- deleted_at and deleted_in, the revision, are NULL if the log no longer has the entry.
CREATE VIEW id_view AS
SELECT
    ids.owner,
    lower(substr(hex(ids.id), 1, 8) || '-' || substr(hex(ids.id), 9, 4) || '-' || substr(hex(ids.id), 13, 4) || '-'
        || substr(hex(ids.id), 17, 4) || '-' || substr(hex(ids.id), 21)) AS id,
    ids.sequence, iif(deleted_by IS NULL, 'no', 'yes') AS deleted, deleted_by, log.revision AS deleted_in,
    strftime('%Y-%m-%dT%H:%M:%fZ', log.changed_at, 'unixepoch') AS deleted_at
FROM ids LEFT JOIN log ON log.entry = deleted_by AND log.owner = ids.owner;

-- The columns of an item hold its old values: those of the members, all of a deleted item.
CREATE VIEW log_view AS
SELECT
    entry, owner, revision, strftime('%Y-%m-%dT%H:%M:%fZ', changed_at, 'unixepoch') AS changed_at, sequence,
    iif(id IS NULL,
        (SELECT id_view.id FROM id_view WHERE id_view.owner = log.owner AND id_view.sequence = log.sequence),
        lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-'
            || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21))) AS id,
    CASE WHEN members & 1 THEN 'created' WHEN members & 2 THEN 'deleted' ELSE 'changed' END AS kind,
    substr(iif(members & 256, ', title', '') || iif(members & 512, ', itemDescription', '')
        || iif(members & 1024, ', timestamp', '') || iif(members & 2048, ', day', '')
        || iif(members & 4096, ', repeat', '') || iif(members & 8192, ', location', '')
        || iif(members & 32768, ', tags', '') || iif(members & 65536, ', position', '')
        || iif(members & 131072, ', remind', '') || iif(members & 16384, ', done', ''), 3) AS members,
    title, strftime('%Y-%m-%dT%H:%M:%fZ', timestamp, 'unixepoch') AS timestamp,
    date(day * 86400, 'unixepoch') AS day, repeat,
    location_name, latitude, longitude, description,
    '["' || replace(replace(replace(tags, '\', '\\'), '"', '\"'), ' ', '","') || '"]' AS tags,
    position, remind,
    strftime('%Y-%m-%dT%H:%M:%fZ', created_at, 'unixepoch') AS created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', done_at, 'unixepoch') AS done_at,
    written_by, undoes, iif(members & 8, 'yes', 'no') AS first, iif(members & 16, 'yes', 'no') AS marked,
    iif(members & 4, 'yes', 'no') AS repeated, previous
FROM log;
