-- Pictures and scans, and the calendar that checked scans go into.

-- The picture as normalised by a worker: upright, at most 2400 px, without metadata.
CREATE TABLE picture (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    created_by uuid NOT NULL,
    media_type text NOT NULL,
    width int NOT NULL,
    height int NOT NULL,
    bytes bytea NOT NULL CHECK (length(bytes) <= 15728640),
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (household_id, id),
    FOREIGN KEY (household_id, created_by) REFERENCES member (household_id, id)
);
-- Pictures are compressed already.
ALTER TABLE picture ALTER COLUMN bytes SET STORAGE EXTERNAL;

CREATE TABLE scan (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    created_by uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('flyer', 'receipt')),
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'ready', 'failed')),
    stage text NOT NULL DEFAULT 'queued',
    progress int NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
    problem text,
    reading jsonb,
    picture_id uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    confirmed_at timestamptz,
    deleted_at timestamptz,
    UNIQUE (household_id, id),
    FOREIGN KEY (household_id, created_by) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, picture_id) REFERENCES picture (household_id, id)
);
CREATE INDEX scan_household ON scan (household_id, created_by, id DESC);

-- The bytes as they came. Dropped once the picture is normalised.
CREATE TABLE upload (
    scan_id uuid PRIMARY KEY,
    household_id uuid NOT NULL,
    bytes bytea NOT NULL CHECK (length(bytes) <= 15728640),
    FOREIGN KEY (household_id, scan_id) REFERENCES scan (household_id, id) ON DELETE CASCADE
);
ALTER TABLE upload ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Wall time with an IANA zone, or days alone (zone null). end_day is the last day, included.
CREATE TABLE event (
    id uuid PRIMARY KEY,
    household_id uuid NOT NULL REFERENCES household ON DELETE CASCADE,
    title text NOT NULL CHECK (length(title) BETWEEN 1 AND 300),
    start_day date NOT NULL,
    start_time time,
    end_day date NOT NULL,
    end_time time,
    zone text,
    location text CHECK (length(location) <= 1000),
    description text CHECK (length(description) <= 20000),
    url text CHECK (length(url) <= 2000),
    recurrence text CHECK (length(recurrence) <= 500),
    alarms int[] NOT NULL DEFAULT '{}',
    attendees text[] NOT NULL DEFAULT '{}',
    sequence int NOT NULL DEFAULT 0,
    version int NOT NULL DEFAULT 1,
    picture_id uuid,
    scan_id uuid,
    created_by uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    UNIQUE (household_id, id),
    CHECK ((start_time IS NULL) = (zone IS NULL)),
    CHECK ((end_time IS NULL) OR (start_time IS NOT NULL)),
    CHECK (end_day >= start_day),
    FOREIGN KEY (household_id, created_by) REFERENCES member (household_id, id),
    FOREIGN KEY (household_id, picture_id) REFERENCES picture (household_id, id),
    FOREIGN KEY (household_id, scan_id) REFERENCES scan (household_id, id)
);
CREATE INDEX event_household_day ON event (household_id, start_day) WHERE deleted_at IS NULL;
-- A draft added twice by an impatient thumb is one event.
CREATE UNIQUE INDEX event_scan_once ON event (scan_id, title, start_day, coalesce(start_time, '00:00')) WHERE scan_id IS NOT NULL AND deleted_at IS NULL;

ALTER TABLE picture ENABLE ROW LEVEL SECURITY;
ALTER TABLE scan ENABLE ROW LEVEL SECURITY;
ALTER TABLE upload ENABLE ROW LEVEL SECURITY;
ALTER TABLE event ENABLE ROW LEVEL SECURITY;

-- A scan is its maker's alone: a receipt tells of presents, and a flyer may be for one.
CREATE POLICY own_scans ON scan USING (household_id = (SELECT viewer_household()) AND created_by = (SELECT viewer()));
CREATE POLICY own_uploads ON upload
    USING (household_id = (SELECT viewer_household()) AND scan_id IN (SELECT id FROM scan));
CREATE POLICY family ON event USING (household_id = (SELECT viewer_household()));
-- Once its draft is in the calendar, the flyer belongs to the event.
CREATE POLICY own_or_of_an_event ON picture
    USING (household_id = (SELECT viewer_household())
           AND (created_by = (SELECT viewer()) OR id IN (SELECT picture_id FROM event WHERE picture_id IS NOT NULL)));

GRANT SELECT, INSERT, UPDATE ON scan, event TO mantel_api;
GRANT SELECT ON picture TO mantel_api;
GRANT INSERT, DELETE, SELECT ON upload TO mantel_api;
GRANT SELECT, UPDATE ON scan TO mantel_worker;
GRANT SELECT, DELETE ON upload TO mantel_worker;
GRANT SELECT, INSERT ON picture TO mantel_worker;
GRANT SELECT ON event TO mantel_worker;
