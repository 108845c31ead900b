-- One file a project, one for the person. seq is what other tables and the indexes join on: it survives VACUUM and is
-- never used twice, so a list that holds numbers cannot point at another memory; id is the ULID that people, agents
-- and other machines use.
CREATE TABLE unified_memories (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT,
  scope TEXT NOT NULL DEFAULT 'project',
  scope_owner_id TEXT,
  visibility TEXT NOT NULL DEFAULT 'project',
  tier INTEGER NOT NULL DEFAULT 2,
  status TEXT NOT NULL DEFAULT 'candidate',
  archive_reason TEXT,
  archive_note TEXT,
  category TEXT NOT NULL,
  content TEXT NOT NULL,
  summary TEXT NOT NULL DEFAULT '',
  citation_text TEXT NOT NULL DEFAULT '',
  importance TEXT NOT NULL DEFAULT 'medium',
  confidence REAL NOT NULL DEFAULT 0.5,
  observation_count INTEGER NOT NULL DEFAULT 1,
  tags TEXT NOT NULL DEFAULT '[]',
  related_files TEXT NOT NULL DEFAULT '[]',
  related_modules TEXT NOT NULL DEFAULT '[]',
  file_scope_pattern TEXT,
  branch TEXT,
  commit_sha TEXT,
  source_type TEXT NOT NULL DEFAULT 'agent_explicit',
  source_who TEXT NOT NULL DEFAULT '',
  source_id TEXT,
  source_session_id TEXT,
  source_run_id TEXT,
  source_step TEXT,
  source_pack_key TEXT,
  provenance_session_ids TEXT NOT NULL DEFAULT '[]',
  agent_id TEXT,
  payload TEXT,
  extra TEXT,
  pinned INTEGER NOT NULL DEFAULT 0,
  verified INTEGER NOT NULL DEFAULT 0,
  needs_review INTEGER NOT NULL DEFAULT 0,
  review_reason TEXT,
  touched_by_person INTEGER NOT NULL DEFAULT 0,
  trust_flags TEXT NOT NULL DEFAULT '[]',
  half_life_days REAL,
  access_count INTEGER NOT NULL DEFAULT 0,
  injection_count INTEGER NOT NULL DEFAULT 0,
  write_gate_reason TEXT,
  dedupe_key TEXT NOT NULL,
  embedding_model TEXT,
  embedding_state TEXT NOT NULL DEFAULT 'pending',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_accessed_at TEXT NOT NULL,
  promoted_at TEXT,
  stale_at TEXT,
  archived_at TEXT,
  deleted_at TEXT,
  rev INTEGER NOT NULL DEFAULT 1
);
-- Lists are windows in one of these orders; each ends in seq, so a page never repeats or skips a row. Status rides
-- along, so that the ordinary list (live rows) never leaves the index to leave out archived ones.
CREATE INDEX memories_by_updated ON unified_memories(updated_at, seq, status);
CREATE INDEX memories_by_created ON unified_memories(created_at, seq, status);
CREATE INDEX memories_by_used ON unified_memories(last_accessed_at, seq, status);
CREATE INDEX memories_by_confidence ON unified_memories(confidence, seq, status);
CREATE INDEX memories_by_status ON unified_memories(status, updated_at, seq);
CREATE INDEX memories_by_category ON unified_memories(category, updated_at, seq, status);
CREATE INDEX memories_by_dedupe_key ON unified_memories(dedupe_key);
CREATE INDEX memories_by_short_id ON unified_memories(substr(id, -6));
CREATE INDEX memories_by_scope_owner ON unified_memories(scope, scope_owner_id, status);
CREATE INDEX memories_pinned ON unified_memories(updated_at, seq) WHERE pinned = 1;
CREATE INDEX memories_for_review ON unified_memories(updated_at, seq) WHERE needs_review = 1;
CREATE INDEX memories_fading ON unified_memories(status) WHERE tier = 3;
CREATE INDEX memories_stale ON unified_memories(stale_at) WHERE stale_at IS NOT NULL;
CREATE INDEX memories_to_embed ON unified_memories(seq) WHERE embedding_state = 'pending';
CREATE INDEX memories_by_session ON unified_memories(source_session_id) WHERE source_session_id IS NOT NULL;

-- Tags, files and modules again as rows, so that filters use an index.
CREATE TABLE memory_facets (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (kind, value, seq)
) WITHOUT ROWID;
CREATE INDEX memory_facets_by_memory ON memory_facets(seq);

-- Word-set signatures: two texts of one scope and category that are at least 0.85 alike share one of theirs, and their
-- numbers of words are near each other. Texts that state the same fact also have the same telling key, so thousands of
-- notes from one template that differ in a name or number do not meet; the sketch tells most of the rest apart without
-- reading them (engine/wording.py, engine/telling.py).
CREATE TABLE memory_signatures (
  signature INTEGER NOT NULL,
  telling INTEGER NOT NULL,
  size INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  sketch INTEGER NOT NULL,
  PRIMARY KEY (signature, telling, size, seq)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE unified_memories_fts USING fts5(
  content, summary, tags, related_files,
  content='unified_memories', content_rowid='seq', tokenize='porter unicode61'
);
CREATE VIRTUAL TABLE unified_memories_trigram USING fts5(
  content, summary, tags, related_files,
  content='unified_memories', content_rowid='seq', tokenize='trigram'
);

CREATE TABLE unified_memory_embeddings (
  memory_id TEXT NOT NULL,
  embedding_model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  embedding_blob BLOB NOT NULL,
  norm REAL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (memory_id, embedding_model)
) WITHOUT ROWID;

CREATE TRIGGER unified_memories_ai AFTER INSERT ON unified_memories BEGIN
  INSERT INTO unified_memories_fts(rowid, content, summary, tags, related_files)
    VALUES (new.seq, new.content, new.summary, new.tags, new.related_files);
  INSERT INTO unified_memories_trigram(rowid, content, summary, tags, related_files)
    VALUES (new.seq, new.content, new.summary, new.tags, new.related_files);
END;
CREATE TRIGGER unified_memories_facets_ai AFTER INSERT ON unified_memories
WHEN new.tags <> '[]' OR new.related_files <> '[]' OR new.related_modules <> '[]' BEGIN
  INSERT OR IGNORE INTO memory_facets SELECT 'tag', value, new.seq FROM json_each(new.tags);
  INSERT OR IGNORE INTO memory_facets SELECT 'file', value, new.seq FROM json_each(new.related_files);
  INSERT OR IGNORE INTO memory_facets SELECT 'module', value, new.seq FROM json_each(new.related_modules);
END;
CREATE TRIGGER unified_memories_bd BEFORE DELETE ON unified_memories BEGIN
  INSERT INTO unified_memories_fts(unified_memories_fts, rowid, content, summary, tags, related_files)
    VALUES ('delete', old.seq, old.content, old.summary, old.tags, old.related_files);
  INSERT INTO unified_memories_trigram(unified_memories_trigram, rowid, content, summary, tags, related_files)
    VALUES ('delete', old.seq, old.content, old.summary, old.tags, old.related_files);
  DELETE FROM memory_facets WHERE seq = old.seq;
  DELETE FROM unified_memory_embeddings WHERE memory_id = old.id;
END;
CREATE TRIGGER unified_memories_text_au AFTER UPDATE OF content, summary, tags, related_files ON unified_memories
WHEN old.content <> new.content OR old.summary <> new.summary OR old.tags <> new.tags
  OR old.related_files <> new.related_files BEGIN
  INSERT INTO unified_memories_fts(unified_memories_fts, rowid, content, summary, tags, related_files)
    VALUES ('delete', old.seq, old.content, old.summary, old.tags, old.related_files);
  INSERT INTO unified_memories_fts(rowid, content, summary, tags, related_files)
    VALUES (new.seq, new.content, new.summary, new.tags, new.related_files);
  INSERT INTO unified_memories_trigram(unified_memories_trigram, rowid, content, summary, tags, related_files)
    VALUES ('delete', old.seq, old.content, old.summary, old.tags, old.related_files);
  INSERT INTO unified_memories_trigram(rowid, content, summary, tags, related_files)
    VALUES (new.seq, new.content, new.summary, new.tags, new.related_files);
END;
CREATE TRIGGER unified_memories_facets_au AFTER UPDATE OF tags, related_files, related_modules ON unified_memories
WHEN old.tags <> new.tags OR old.related_files <> new.related_files OR old.related_modules <> new.related_modules BEGIN
  DELETE FROM memory_facets WHERE seq = old.seq;
  INSERT OR IGNORE INTO memory_facets SELECT 'tag', value, new.seq FROM json_each(new.tags);
  INSERT OR IGNORE INTO memory_facets SELECT 'file', value, new.seq FROM json_each(new.related_files);
  INSERT OR IGNORE INTO memory_facets SELECT 'module', value, new.seq FROM json_each(new.related_modules);
END;
-- A vector belongs to one text of a live memory: archiving or editing drops it, restoring queues it again.
CREATE TRIGGER unified_memories_vector_au AFTER UPDATE OF content, status ON unified_memories
WHEN old.content <> new.content OR (old.status = 'archived') <> (new.status = 'archived') BEGIN
  DELETE FROM unified_memory_embeddings WHERE memory_id = old.id;
  UPDATE unified_memories SET embedding_model = NULL,
    embedding_state = CASE WHEN new.status = 'archived' THEN 'none' ELSE 'pending' END
    WHERE seq = new.seq;
END;

CREATE TABLE memory_relations (
  source_id TEXT NOT NULL,
  type TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target TEXT NOT NULL,
  confidence REAL NOT NULL DEFAULT 1.0,
  made_by TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (source_id, type, target_kind, target)
) WITHOUT ROWID;
CREATE INDEX memory_relations_by_target ON memory_relations(target_kind, target);

-- The one log. An act (op) changes one memory or thousands; undo, provenance and audit all read these two tables.
-- Acts that came along with an import belong to the history of their memories, but `undo` does not reach for them.
CREATE TABLE memory_ops (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op_id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  actor_kind TEXT NOT NULL,
  who TEXT NOT NULL,
  at TEXT NOT NULL,
  why TEXT NOT NULL DEFAULT '',
  changed INTEGER NOT NULL DEFAULT 0,
  undoes TEXT,
  undone_by TEXT,
  detail TEXT,
  imported_in TEXT
);
CREATE INDEX memory_ops_undoable ON memory_ops(seq)
  WHERE undone_by IS NULL AND undoes IS NULL AND imported_in IS NULL AND actor_kind = 'person' AND changed > 0;
CREATE INDEX memory_ops_undone ON memory_ops(seq) WHERE kind = 'undo' AND undone_by IS NULL AND imported_in IS NULL;
CREATE TABLE memory_history (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op_id TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  rev INTEGER NOT NULL,
  before TEXT,
  after TEXT
);
CREATE INDEX memory_history_by_memory ON memory_history(memory_id, seq);
CREATE INDEX memory_history_by_op ON memory_history(op_id, seq);

CREATE TABLE memory_refused (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  code TEXT NOT NULL,
  reason TEXT NOT NULL,
  who TEXT NOT NULL,
  session_id TEXT,
  request TEXT NOT NULL,
  can_store_anyway INTEGER NOT NULL DEFAULT 0,
  resolved_as TEXT
);
CREATE TABLE memory_redactions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  at TEXT NOT NULL,
  memory_id TEXT,
  field TEXT NOT NULL,
  type TEXT NOT NULL,
  count INTEGER NOT NULL,
  who TEXT NOT NULL
);

-- What is left of a purged memory: that it was there, never what it said.
CREATE TABLE memory_tombstones (
  id TEXT PRIMARY KEY,
  op_id TEXT NOT NULL,
  purged_at TEXT NOT NULL,
  who TEXT NOT NULL
) WITHOUT ROWID;

-- Single values of the whole store: key derivation, last backup ...
CREATE TABLE store_state (
  key TEXT PRIMARY KEY,
  value
) WITHOUT ROWID;
INSERT INTO store_state VALUES ('dedupe_key_version', 1);
