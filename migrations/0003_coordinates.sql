-- What a geocoder found out, for all owners alike: where an address is, or that there is no such place.

-- ---------------------------------------------------------------------------------------------
-- coordinates: at most 100,000 addresses, of which the oldest go
-- address is without white space around it and with single spaces in it. Without coordinates there
-- is no such place.
-- ---------------------------------------------------------------------------------------------
CREATE TABLE coordinates (
    address   TEXT NOT NULL PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 500),
    latitude  REAL CHECK (latitude BETWEEN -90.0 AND 90.0),
    longitude REAL CHECK (longitude BETWEEN -180.0 AND 180.0),
    found_at  REAL NOT NULL,
    CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX coordinates_by_time ON coordinates (found_at);
