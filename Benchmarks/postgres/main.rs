// GET /items/{id}, GET /items?limit=&after=, POST /items for the local owner, on the schema of toodoo.
//
// PORT and DB (a libpq URL) come from the environment, READERS and WRITERS are numbers of connections; the usual
// ones served it best on two cores.
// GROUP=1: waiting inserts share one transaction, whose commands are sent together.
use futures_util::{future::maybe_done, poll};
use hyper::body::to_bytes;
use hyper::service::{make_service_fn, service_fn};
use hyper::{header, Body, Method, Request, Response, Server, StatusCode};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{convert::Infallible, env, sync::Arc};
use tokio::sync::{mpsc, oneshot};
use tokio_postgres::{Client, Error, NoTls, Row, Statement};
use uuid::Uuid;

#[derive(Serialize, Deserialize)]
struct Coordinate { latitude: f64, longitude: f64 }

#[derive(Serialize, Deserialize)]
struct Location {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")] coordinate: Option<Coordinate>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    #[serde(skip_deserializing)] id: Uuid,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")] item_description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")] timestamp: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")] location: Option<Location>,
    #[serde(default)] done: bool,
    #[serde(skip_serializing_if = "Option::is_none")] done_at: Option<f64>,
    #[serde(skip_deserializing)] created_at: f64,
    #[serde(skip_deserializing)] updated_at: f64,
    #[serde(skip_deserializing)] revision: i64,
}

const COLUMNS: &str = "id, title, description, timestamp, location_name, latitude, longitude, done, done_at, \
    created_at, updated_at, revision, sequence";

fn item(r: &Row) -> Item {
    let coordinate = r.get::<_, Option<f64>>(5).zip(r.get(6)).map(|(latitude, longitude)| Coordinate { latitude, longitude });
    Item {
        id: r.get(0), title: r.get(1), item_description: r.get(2), timestamp: r.get(3),
        location: r.get::<_, Option<String>>(4).map(|name| Location { name, coordinate }),
        done: r.get(7), done_at: r.get(8), created_at: r.get(9), updated_at: r.get(10), revision: r.get(11),
    }
}

/// A connection with its statements. Commands of concurrent requests are pipelined.
struct Session { client: Client, get: Statement, list: Statement, post: Statement }

impl Session {
    async fn open() -> Result<Session, Error> {
        let (client, connection) = tokio_postgres::connect(&env::var("DB").unwrap(), NoTls).await?;
        tokio::spawn(connection);
        let get = client.prepare(&format!("SELECT {COLUMNS} FROM items WHERE owner = 1 AND id = $1")).await?;
        let list = client.prepare(&format!(
            "SELECT i.*, o.revision FROM owners o CROSS JOIN LATERAL (SELECT {COLUMNS} FROM items WHERE owner = o.owner \
             AND (done, sequence) > ($1, $2) ORDER BY done, sequence LIMIT $3) i WHERE o.owner = 1")).await?;
        let post = client.prepare(
            "WITH o AS (UPDATE owners SET revision = revision + 1, last_sequence = last_sequence + 1, \
             item_bytes = item_bytes + $11, history_bytes = history_bytes + 64 WHERE owner = 1 \
             RETURNING revision, last_sequence), \
             i AS (INSERT INTO items (owner, id, sequence, revision, title, description, timestamp, location_name, \
             latitude, longitude, done, done_at, created_at, updated_at) \
             SELECT 1, $1, last_sequence, revision, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10 FROM o), \
             c AS (INSERT INTO changes (owner, revision, ordinal, id, sequence, changed_at, members, bytes) \
             SELECT 1, revision, 1, $1, last_sequence, $10, 1, 64 FROM o) SELECT revision FROM o").await?;
        Ok(Session { client, get, list, post })
    }

    async fn insert(&self, i: &Item) -> Result<i64, Error> {
        let name = i.location.as_ref().map(|l| &l.name);
        let at = i.location.as_ref().and_then(|l| l.coordinate.as_ref());
        let bytes = 128 + i.title.len() + i.item_description.as_ref().map_or(0, String::len) + name.map_or(0, String::len);
        let row = self.client.query_one(&self.post, &[
            &i.id, &i.title, &i.item_description, &i.timestamp, &name, &at.map(|a| a.latitude), &at.map(|a| a.longitude),
            &i.done, &i.done_at, &i.created_at, &(bytes as i64)]).await?;
        Ok(row.get(0))
    }

    /// All or nothing, in one trip. A future sends its command when it is first polled.
    async fn insert_all(&self, jobs: &[Job]) -> Result<Vec<i64>, Error> {
        let mut begin = Box::pin(maybe_done(self.client.batch_execute("BEGIN")));
        let mut inserts: Vec<_> = jobs.iter().map(|j| Box::pin(maybe_done(self.insert(&j.item)))).collect();
        let mut commit = Box::pin(maybe_done(self.client.batch_execute("COMMIT")));
        let _ = poll!(&mut begin);
        for insert in &mut inserts { let _ = poll!(insert); }
        (&mut commit).await;
        (&mut begin).await;
        begin.as_mut().take_output().unwrap()?;
        let mut revisions = Vec::new();
        for mut insert in inserts {
            (&mut insert).await;
            revisions.push(insert.as_mut().take_output().unwrap()?);
        }
        commit.as_mut().take_output().unwrap()?;
        Ok(revisions)
    }
}

struct Job { item: Item, reply: oneshot::Sender<Option<Item>> }

async fn write_groups(session: Session, mut jobs: mpsc::UnboundedReceiver<Job>) {
    while let Some(first) = jobs.recv().await {
        let mut group = vec![first];
        while group.len() < 256 {
            if let Ok(job) = jobs.try_recv() { group.push(job) } else { break }
        }
        let revisions = session.insert_all(&group).await.ok();
        for (n, mut job) in group.into_iter().enumerate() {
            let _ = job.reply.send(revisions.as_ref().map(|r| { job.item.revision = r[n]; job.item }));
        }
    }
}

struct App { readers: Vec<Session>, writers: Vec<Session>, group: Option<mpsc::UnboundedSender<Job>>, turn: AtomicUsize }

impl App {
    fn one<'a>(&self, of: &'a [Session]) -> &'a Session { &of[self.turn.fetch_add(1, Ordering::Relaxed) % of.len()] }

    async fn get(&self, id: &str) -> Option<Response<Body>> {
        let session = self.one(&self.readers);
        let row = session.client.query_opt(&session.get, &[&Uuid::parse_str(id).ok()?]).await.ok()??;
        let item = item(&row);
        Some(json(StatusCode::OK, item.revision).body(serde_json::to_vec(&item).unwrap().into()).unwrap())
    }

    async fn list(&self, query: &str) -> Option<Response<Body>> {
        let value = |name| query.split('&').find_map(|p| p.strip_prefix(name));
        let limit = value("limit=").and_then(|v| v.parse().ok()).unwrap_or(100i64);
        let after = value("after=").and_then(|v| v.split_once('.')).unwrap_or(("0", "0"));
        let session = self.one(&self.readers);
        let rows = session.client
            .query(&session.list, &[&(after.0 == "1"), &after.1.parse::<i64>().ok()?, &limit]).await.ok()?;
        let items: Vec<Item> = rows.iter().map(item).collect();
        let mut answer = json(StatusCode::OK, rows.last().map_or(0, |r| r.get(13)));
        if let Some(r) = rows.last().filter(|_| rows.len() as i64 == limit) {
            let next = format!("</items?limit={limit}&after={}.{}>; rel=\"next\"", r.get::<_, bool>(7) as u8, r.get::<_, i64>(12));
            answer = answer.header(header::LINK, next);
        }
        Some(answer.body(serde_json::to_vec(&items).unwrap().into()).unwrap())
    }

    async fn post(&self, request: Request<Body>) -> Option<Response<Body>> {
        let mut item: Item = serde_json::from_slice(&to_bytes(request.into_body()).await.ok()?).ok()?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
        // UUID version 7: the time leads, so new rows are neighbours in the index.
        let mut id = Uuid::new_v4().into_bytes();
        id[..6].copy_from_slice(&(now.as_millis() as u64).to_be_bytes()[2..]);
        id[6] = id[6] & 15 | 0x70;
        (item.id, item.created_at) = (Uuid::from_bytes(id), now.as_millis() as f64 / 1000.0);
        item.updated_at = item.created_at;
        item.done_at = Some(item.created_at).filter(|_| item.done);
        if let Some(group) = &self.group {
            let (reply, answer) = oneshot::channel();
            group.send(Job { item, reply }).ok()?;
            item = answer.await.ok()??;
        } else {
            item.revision = self.one(&self.writers).insert(&item).await.ok()?;
        }
        let answer = json(StatusCode::CREATED, item.revision).header(header::LOCATION, format!("/items/{}", item.id));
        Some(answer.body(serde_json::to_vec(&item).unwrap().into()).unwrap())
    }

    async fn answer(self: Arc<App>, request: Request<Body>) -> Result<Response<Body>, Infallible> {
        let path = request.uri().path();
        let found = match (path.strip_prefix("/items/"), request.method()) {
            (Some(id), &Method::GET) => self.get(id).await,
            (None, &Method::GET) if path == "/items" => self.list(request.uri().query().unwrap_or("")).await,
            (None, &Method::POST) if path == "/items" => self.post(request).await,
            _ => None,
        };
        Ok(found.unwrap_or_else(|| Response::builder().status(StatusCode::BAD_REQUEST).body(Body::empty()).unwrap()))
    }
}

fn json(status: StatusCode, revision: i64) -> hyper::http::response::Builder {
    Response::builder().status(status).header(header::CONTENT_TYPE, "application/json").header(header::ETAG, format!("\"{revision}\""))
}

async fn sessions(variable: &str, usual: usize) -> Vec<Session> {
    let mut all = Vec::new();
    for _ in 0..env::var(variable).map_or(usual, |n| n.parse().unwrap()) { all.push(Session::open().await.unwrap()) }
    all
}

#[tokio::main]
async fn main() {
    let mut app = App { readers: sessions("READERS", 2).await, writers: vec![], group: None, turn: AtomicUsize::new(0) };
    if env::var("GROUP").is_ok() {
        let (sender, jobs) = mpsc::unbounded_channel();
        tokio::spawn(write_groups(Session::open().await.unwrap(), jobs));
        app.group = Some(sender);
    } else {
        app.writers = sessions("WRITERS", 16).await;
    }
    let app = Arc::new(app);
    let service = make_service_fn(move |_| {
        let app = app.clone();
        async move { Ok::<_, Infallible>(service_fn(move |request| app.clone().answer(request))) }
    });
    let address = ([127, 0, 0, 1], env::var("PORT").unwrap().parse().unwrap()).into();
    Server::bind(&address).tcp_nodelay(true).serve(service).await.unwrap();
}
