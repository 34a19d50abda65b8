-- Index: who and what there is, what it is tagged with, and which policies bind it.
-- The engine asks carbon_index.resolve(jsonb) and reads no table. Runs inside one transaction, once.

-- ---------------------------------------------------------------------------------------------------------------------
-- Names. A securable is catalog[.schema[.table]] as a path, never as joined text: dots within names can't collide. An asterisk
-- outside of back-ticks would be a wildcard, which is no name.

CREATE FUNCTION carbon_index.path_of(coordinate text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    path text[];
    written text;
BEGIN
    -- Nearly all are plain, and a regular expression costs ten times as much.
    IF translate(coordinate, '`*', '') = coordinate THEN
        path := string_to_array(coordinate, '.');
        written := CASE WHEN array_position(path, '') IS NULL THEN coordinate END;
    ELSE
        SELECT array_agg(coalesce(replace(part[1], '``', '`'), part[2]) ORDER BY place),
               string_agg(coalesce('`' || part[1] || '`', part[2]), '.' ORDER BY place)
          INTO path, written
          FROM regexp_matches(coordinate, '(?:^|\.)(?:`((?:[^`]|``)+)`|([^.`*]+))', 'g') WITH ORDINALITY AS parts(part, place);
    END IF;
    IF written IS DISTINCT FROM coordinate OR cardinality(path) NOT BETWEEN 1 AND 3 THEN
        RAISE EXCEPTION 'a securable is written catalog[.schema[.table]]' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    RETURN path;
END $$;

CREATE TABLE carbon_index.securables (
    securable_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    path          text[] NOT NULL UNIQUE,
    kind          text NOT NULL GENERATED ALWAYS AS (
                      CASE cardinality(path) WHEN 1 THEN 'catalog' WHEN 2 THEN 'schema' ELSE 'table' END) STORED,
    owner         text,
    description   text,
    CONSTRAINT path_is_complete CHECK (
        cardinality(path) BETWEEN 1 AND 3 AND array_position(path, NULL) IS NULL AND array_position(path, '') IS NULL)
);

-- The id of a securable, registered if it is new.
CREATE FUNCTION carbon_index.securable(coordinate text) RETURNS bigint
LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    wanted text[] := carbon_index.path_of(coordinate);
    id bigint;
BEGIN
    INSERT INTO carbon_index.securables (path) VALUES (wanted) ON CONFLICT (path) DO NOTHING;
    SELECT securable_id INTO STRICT id FROM carbon_index.securables WHERE path = wanted;
    RETURN id;
END $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Principals and groups. A group may be a member of a group.

CREATE TABLE carbon_index.principals (
    name        text PRIMARY KEY CHECK (name <> ''),
    attributes  jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT attributes_are_texts CHECK (
        jsonb_typeof(attributes) = 'object' AND NOT jsonb_path_exists(attributes, '$.* ? (@.type() != "string")'))
);

CREATE TABLE carbon_index.groups (
    name         text PRIMARY KEY CHECK (name <> ''),
    description  text
);

CREATE TABLE carbon_index.memberships (
    group_name        text NOT NULL REFERENCES carbon_index.groups ON UPDATE CASCADE ON DELETE CASCADE,
    member_principal  text REFERENCES carbon_index.principals ON UPDATE CASCADE ON DELETE CASCADE,
    member_group      text REFERENCES carbon_index.groups ON UPDATE CASCADE ON DELETE CASCADE,
    CONSTRAINT one_member CHECK (num_nonnulls(member_principal, member_group) = 1)
);
CREATE UNIQUE INDEX memberships_of_principal ON carbon_index.memberships (member_principal, group_name)
    WHERE member_principal IS NOT NULL;
CREATE UNIQUE INDEX memberships_of_group ON carbon_index.memberships (member_group, group_name)
    WHERE member_group IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------------
-- Tags, on securables (inherited, the nearest wins) and on columns (by dotted path).

CREATE TABLE carbon_index.tags (
    tag             text PRIMARY KEY CHECK (tag <> ''),
    allowed_values  text[],
    description     text
);

CREATE TABLE carbon_index.tag_assignments (
    securable_id  bigint NOT NULL REFERENCES carbon_index.securables ON DELETE CASCADE,
    column_path   text NOT NULL DEFAULT '',
    tag           text NOT NULL REFERENCES carbon_index.tags ON UPDATE CASCADE,
    value         text NOT NULL,
    PRIMARY KEY (securable_id, column_path, tag)
);
COMMENT ON COLUMN carbon_index.tag_assignments.column_path IS 'Empty: the securable itself.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Policies. A version never changes; a policy points to the one that is live, or to none.

-- Calls itself for what holds more alone: most of a document are texts and numbers, and a call costs more than they do.
CREATE FUNCTION carbon_index.canonical(json jsonb) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN CASE jsonb_typeof(json)
        WHEN 'object' THEN '{' || coalesce((
            SELECT string_agg(to_jsonb(key)::text || ':' || CASE WHEN jsonb_typeof(value) IN ('object', 'array')
                                  THEN carbon_index.canonical(value) ELSE value::text END, ',' ORDER BY key COLLATE "C")
              FROM jsonb_each(json)), '') || '}'
        WHEN 'array' THEN '[' || coalesce((
            SELECT string_agg(CASE WHEN jsonb_typeof(value) IN ('object', 'array')
                                  THEN carbon_index.canonical(value) ELSE value::text END, ',' ORDER BY place)
              FROM jsonb_array_elements(json) WITH ORDINALITY AS elements(value, place)), '') || ']'
        ELSE json::text
    END;
END $$;

CREATE FUNCTION carbon_index.etag_of(json jsonb) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
    SELECT 'sha256:' || encode(sha256(convert_to(carbon_index.canonical(json), 'UTF8')), 'hex')
$$;

CREATE TABLE carbon_index.policies (
    policy_id     text PRIMARY KEY CHECK (policy_id <> ''),
    live_version  integer,
    live_etag     text,
    attached_to   text[],
    CONSTRAINT live_is_attached CHECK (num_nulls(live_version, live_etag, attached_to) IN (0, 3))
);
CREATE INDEX policies_by_place ON carbon_index.policies (attached_to, policy_id COLLATE "C") WHERE live_version IS NOT NULL;

CREATE TABLE carbon_index.policy_versions (
    policy_id   text NOT NULL REFERENCES carbon_index.policies,
    version     integer NOT NULL,
    document    jsonb NOT NULL,
    etag        text NOT NULL GENERATED ALWAYS AS (carbon_index.etag_of(document)) STORED,
    created_at  timestamptz NOT NULL DEFAULT now(),
    created_by  text NOT NULL DEFAULT session_user,
    PRIMARY KEY (policy_id, version),
    CONSTRAINT document_is_this_version CHECK (
        document ->> 'id' = policy_id AND document -> 'version' = to_jsonb(version))
);
ALTER TABLE carbon_index.policies ADD CONSTRAINT live_version_exists
    FOREIGN KEY (policy_id, live_version) REFERENCES carbon_index.policy_versions (policy_id, version);

CREATE FUNCTION carbon_index.refuse_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'a version of a policy never changes; write a new one' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER versions_never_change BEFORE UPDATE OR DELETE ON carbon_index.policy_versions
    FOR EACH ROW EXECUTE FUNCTION carbon_index.refuse_change();
CREATE TRIGGER versions_never_vanish BEFORE TRUNCATE ON carbon_index.policy_versions
    FOR EACH STATEMENT EXECUTE FUNCTION carbon_index.refuse_change();

-- A policy hangs where its live document says; one that does not say so can't become live. Without sequential scans: a session
-- keeps the plan that it made while the tables were small, and ten thousand policies in one transaction would each read all others.
CREATE FUNCTION carbon_index.attach_policy() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
    SELECT v.etag, carbon_index.path_of(v.document #>> '{attach,securable}') INTO NEW.live_etag, NEW.attached_to
      FROM carbon_index.policy_versions v
     WHERE v.policy_id = NEW.policy_id AND v.version = NEW.live_version;
    RETURN NEW;
END $$;
CREATE TRIGGER policies_hang_where_they_say BEFORE INSERT OR UPDATE ON carbon_index.policies
    FOR EACH ROW EXECUTE FUNCTION carbon_index.attach_policy();

-- Stores a version and makes it the live one. The same version with another document is refused.
CREATE FUNCTION carbon_index.put_policy(document jsonb) RETURNS text
LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    id text := document ->> 'id';
    number integer := (document -> 'version')::integer;
    stored carbon_index.policy_versions;
BEGIN
    INSERT INTO carbon_index.policies (policy_id) VALUES (id) ON CONFLICT (policy_id) DO NOTHING;
    INSERT INTO carbon_index.policy_versions (policy_id, version, document) VALUES (id, number, document)
        ON CONFLICT (policy_id, version) DO NOTHING;
    SELECT v.* INTO STRICT stored FROM carbon_index.policy_versions v WHERE v.policy_id = id AND v.version = number;
    IF stored.document::text <> document::text THEN
        RAISE EXCEPTION 'this version of the policy exists and is another' USING ERRCODE = 'unique_violation';
    END IF;
    UPDATE carbon_index.policies p SET live_version = number WHERE p.policy_id = id;
    RETURN stored.etag;
END $$;

CREATE FUNCTION carbon_index.retire_policy(id text) RETURNS void
LANGUAGE sql STRICT SET search_path = pg_catalog, pg_temp AS $$
    UPDATE carbon_index.policies SET live_version = NULL WHERE policy_id = id
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Grants, inherited by what lies within. One denial outweighs every grant; where nothing is said, the face decides.

CREATE TABLE carbon_index.grants (
    securable_id    bigint NOT NULL REFERENCES carbon_index.securables ON DELETE CASCADE,
    principal_name  text CHECK (principal_name <> ''),
    group_name      text REFERENCES carbon_index.groups ON UPDATE CASCADE ON DELETE CASCADE,
    effect          text NOT NULL CHECK (effect IN ('granted', 'denied')),
    CONSTRAINT one_grantee CHECK (num_nonnulls(principal_name, group_name) = 1)
);
CREATE UNIQUE INDEX grants_of_principal ON carbon_index.grants (securable_id, principal_name)
    WHERE principal_name IS NOT NULL;
CREATE UNIQUE INDEX grants_of_group ON carbon_index.grants (securable_id, group_name) WHERE group_name IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------------
-- Lookups (mapping tables), connections, and where their secrets are kept. A secret itself is never in Index.

CREATE TABLE carbon_index.lookups (
    securable_id  bigint PRIMARY KEY REFERENCES carbon_index.securables,
    max_rows      bigint NOT NULL CHECK (max_rows > 0)
);

CREATE TABLE carbon_index.secrets (
    name       text PRIMARY KEY CHECK (name <> ''),
    provider   text NOT NULL,
    reference  text NOT NULL
);
COMMENT ON COLUMN carbon_index.secrets.reference IS 'The name by which the provider knows the secret, never the secret.';

CREATE TABLE carbon_index.connections (
    name         text PRIMARY KEY CHECK (name <> ''),
    kind         text NOT NULL,
    options      jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(options) = 'object'),
    secret_name  text REFERENCES carbon_index.secrets
);

-- ---------------------------------------------------------------------------------------------------------------------
-- Evidence: one decision a statement; what derived tables owe.

CREATE TABLE carbon_index.decisions (
    decision_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    recorded_at   timestamptz NOT NULL DEFAULT now(),
    statement_id  text GENERATED ALWAYS AS (record ->> 'statement-id') STORED,
    principal     text GENERATED ALWAYS AS (record ->> 'principal') STORED,
    record        jsonb NOT NULL CHECK (jsonb_typeof(record) = 'object')
);
CREATE INDEX decisions_by_statement ON carbon_index.decisions (statement_id);
CREATE INDEX decisions_by_principal ON carbon_index.decisions (principal, recorded_at);

CREATE TABLE carbon_index.obligations (
    obligation_id  bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    securable_id   bigint NOT NULL REFERENCES carbon_index.securables ON DELETE CASCADE,
    column_path    text NOT NULL DEFAULT '',
    tag            text NOT NULL,
    value          text NOT NULL,
    statement_id   text NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),
    restated       boolean NOT NULL DEFAULT false,
    released_at    timestamptz,
    released_by    text,
    CONSTRAINT released_by_somebody CHECK ((released_at IS NULL) = (released_by IS NULL))
);
-- A column owes one value of a tag at most, as it is tagged with one at most: an answer has room for one.
CREATE UNIQUE INDEX obligations_open ON carbon_index.obligations (securable_id, column_path, tag) WHERE released_at IS NULL;

-- The tags in force: those that stewards assigned, and those that derived tables owe.
CREATE VIEW carbon_index.taggings AS
    SELECT securable_id, column_path, tag, value FROM carbon_index.tag_assignments
     UNION ALL
    SELECT securable_id, column_path, tag, value FROM carbon_index.obligations WHERE released_at IS NULL;

CREATE FUNCTION carbon_index.refuse_second_value() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM given g
                 JOIN carbon_index.obligations o USING (securable_id, column_path, tag)
                WHERE o.released_at IS NULL AND o.value <> g.value) THEN
        RAISE EXCEPTION 'a column owes another value of this tag: release that first' USING ERRCODE = 'cardinality_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER assigned_is_what_is_owed AFTER INSERT ON carbon_index.tag_assignments
    REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION carbon_index.refuse_second_value();
CREATE TRIGGER changed_to_what_is_owed AFTER UPDATE ON carbon_index.tag_assignments
    REFERENCING NEW TABLE AS given FOR EACH STATEMENT EXECUTE FUNCTION carbon_index.refuse_second_value();

-- ---------------------------------------------------------------------------------------------------------------------
-- The epoch grows with every change that an answer depends on, in the transaction that makes the change.

CREATE TABLE carbon_index.epoch (
    single  boolean PRIMARY KEY DEFAULT true CHECK (single),
    value   bigint NOT NULL
);
INSERT INTO carbon_index.epoch (value) VALUES (1);

CREATE FUNCTION carbon_index.advance_epoch() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    now_at bigint;
BEGIN
    -- Once a transaction: what else it changes is seen with its commit, and ten thousand versions of one row are slow.
    UPDATE carbon_index.epoch SET value = value + 1 WHERE xmin <> pg_current_xact_id()::xid RETURNING value INTO now_at;
    IF FOUND THEN
        PERFORM pg_notify('carbon_index_epoch', now_at::text);
    END IF;
    RETURN NULL;
END $$;

DO $$
DECLARE
    watched text;
BEGIN
    FOREACH watched IN ARRAY ARRAY['securables', 'principals', 'groups', 'memberships', 'tags', 'tag_assignments',
                                   'policies', 'policy_versions', 'grants', 'lookups', 'obligations']
    LOOP
        EXECUTE format('CREATE TRIGGER epoch_advances AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON carbon_index.%I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION carbon_index.advance_epoch()', watched);
    END LOOP;
END $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The one question, one statement for all tables. What belongs to one place, a catalog, a schema or a table, is gathered once
-- however many tables share it, below a LATERAL that the planner can't merge into a join (an aggregate, OFFSET 0): so each is a
-- probe of an index, whatever the planner believes about how many tables a question names. First comes what tells whether an
-- answer has changed; what the answer says is read for those tables alone that have. It is put together as text (json): jsonb
-- would copy it value by value at each step. The plan is made once a session and never compiled: to plan it costs more than to
-- run it.

CREATE FUNCTION carbon_index.resolve(request jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off AS $$
DECLARE
    caller text := request ->> 'principal';
    caller_groups text[];
    caller_attributes jsonb;
    answers json;
BEGIN
    IF request -> 'format' IS DISTINCT FROM '1'::jsonb OR coalesce(caller, '') = ''
            OR jsonb_typeof(request -> 'securables') IS DISTINCT FROM 'array' THEN
        RAISE EXCEPTION 'this is no question of format 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;

    -- Direct groups, and the groups that those are members of.
    WITH RECURSIVE member (group_name) AS (
        SELECT m.group_name FROM carbon_index.memberships m WHERE m.member_principal = caller
        UNION
        SELECT outer_group.group_name
          FROM member CROSS JOIN LATERAL (
               SELECT m.group_name FROM carbon_index.memberships m WHERE m.member_group = member.group_name OFFSET 0
          ) AS outer_group
    )
    SELECT coalesce(array_agg(group_name ORDER BY group_name COLLATE "C"), '{}') INTO caller_groups FROM member;

    -- What Index knows of the principal comes before what its token says.
    SELECT coalesce(request -> 'attributes', '{}')
           || coalesce((SELECT p.attributes FROM carbon_index.principals p WHERE p.name = caller), '{}')
      INTO caller_attributes;

    WITH asked AS MATERIALIZED (
        SELECT coordinate, carbon_index.path_of(coordinate) AS path, request -> 'known-etags' ->> coordinate AS known
          FROM (SELECT DISTINCT jsonb_array_elements_text(request -> 'securables')) AS distinct_ones (coordinate)
    ), place AS MATERIALIZED (
        SELECT place, (SELECT s.securable_id FROM carbon_index.securables s WHERE s.path = places.place) AS securable_id
          FROM (SELECT DISTINCT path[1:depth] AS place
                  FROM asked JOIN (VALUES (1), (2), (3)) AS depths (depth) ON depth <= cardinality(path)) AS places
    ), held AS MATERIALIZED (
        SELECT place.place, place.securable_id, granted.denied, granted.granted,
               sha256(convert_to(ROW (tagged.tags, attached.etags)::text, 'UTF8')) AS state
          FROM place
         CROSS JOIN LATERAL (
               SELECT bool_or(effect = 'denied') AS denied, bool_or(effect = 'granted') AS granted
                 FROM (SELECT g.effect FROM carbon_index.grants g
                        WHERE g.securable_id = place.securable_id AND g.principal_name = caller
                       UNION ALL
                       SELECT g.effect FROM carbon_index.grants g
                        WHERE g.securable_id = place.securable_id AND g.group_name = ANY (caller_groups)) AS effects) AS granted
         CROSS JOIN LATERAL (
               SELECT array_agg(tagging) AS tags
                 FROM (SELECT ARRAY[t.column_path, t.tag, t.value] AS tagging
                         FROM carbon_index.taggings t
                        WHERE t.securable_id = place.securable_id
                        ORDER BY t.column_path, t.tag) AS taggings) AS tagged
         CROSS JOIN LATERAL (
               SELECT string_agg(live_etag, ' ') AS etags
                 FROM (SELECT p.live_etag
                         FROM carbon_index.policies p
                        WHERE p.attached_to = place.place AND p.live_version IS NOT NULL
                        ORDER BY p.policy_id COLLATE "C") AS live) AS attached
    ), answered AS (
        SELECT coordinate, path, known,
               CASE WHEN own.denied OR above.denied OR top.denied THEN 'denied'
                    WHEN own.granted OR above.granted OR top.granted THEN 'granted' ELSE 'unknown' END AS access,
               top.state || coalesce(above.state, '') || coalesce(own.state, '') AS state
          FROM asked
          JOIN held AS top ON top.place = path[1:1]
          LEFT JOIN held AS above ON cardinality(path) > 1 AND above.place = path[1:2]
          LEFT JOIN held AS own ON cardinality(path) > 2 AND own.place = path
    ), fingerprinted AS MATERIALIZED (
        SELECT answered.*, 'sha256:' || encode(sha256(convert_to(access, 'UTF8') || state), 'hex') AS etag FROM answered
    ), changed AS MATERIALIZED (
        SELECT coordinate, path FROM fingerprinted WHERE known IS DISTINCT FROM etag
    ), told AS MATERIALIZED (
        SELECT places.place, own.tags, by_column.tags AS column_tags, live.documents
          FROM (SELECT DISTINCT held.place, held.securable_id
                  FROM changed JOIN held ON held.place IN (path[1:1], path[1:2], path)) AS places
         CROSS JOIN LATERAL (
               SELECT jsonb_object_agg(t.tag, t.value) AS tags
                 FROM carbon_index.taggings t
                WHERE t.securable_id = places.securable_id AND t.column_path = '') AS own
         CROSS JOIN LATERAL (
               SELECT json_object_agg(c.column_path, c.tags) AS tags
                 FROM (SELECT t.column_path, json_object_agg(t.tag, t.value) AS tags
                         FROM carbon_index.taggings t
                        WHERE t.securable_id = places.securable_id AND t.column_path <> ''
                        GROUP BY t.column_path) AS c) AS by_column
         CROSS JOIN LATERAL (
               SELECT string_agg(document::text, ',') AS documents
                 FROM (SELECT v.document
                         FROM carbon_index.policies p
                        CROSS JOIN LATERAL (
                              SELECT v.document
                                FROM carbon_index.policy_versions v
                               WHERE v.policy_id = p.policy_id AND v.version = p.live_version OFFSET 0) AS v
                        WHERE p.attached_to = places.place AND p.live_version IS NOT NULL
                        ORDER BY p.policy_id COLLATE "C") AS documents) AS live
    ), sent AS (
        SELECT coordinate,
               -- The nearest wins: a later object's values replace an earlier one's.
               coalesce(top.tags, '{}') || coalesce(above.tags, '{}') || coalesce(own.tags, '{}') AS tags,
               coalesce((ARRAY[top.column_tags, above.column_tags, own.column_tags])[cardinality(path)], '{}') AS column_tags,
               ('[' || concat_ws(',', top.documents, above.documents, own.documents) || ']')::json AS policies
          FROM changed
          JOIN told AS top ON top.place = path[1:1]
          LEFT JOIN told AS above ON cardinality(path) > 1 AND above.place = path[1:2]
          LEFT JOIN told AS own ON cardinality(path) > 2 AND own.place = path
    )
    SELECT json_agg(CASE
               WHEN sent.coordinate IS NULL THEN json_build_object(
                   'securable', coordinate, 'etag', etag, 'access', access, 'unchanged', true)
               ELSE json_build_object(
                   'securable', coordinate, 'etag', etag, 'access', access, 'unchanged', false,
                   'tags', tags, 'column-tags', column_tags, 'policies', policies) END)
      INTO answers
      FROM fingerprinted LEFT JOIN sent USING (coordinate);

    RETURN json_build_object(
        'format', 1,
        'as-of', to_jsonb(statement_timestamp()),
        'epoch', (SELECT e.value FROM carbon_index.epoch e),
        'principal', jsonb_build_object(
            'name', caller, 'groups', to_jsonb(caller_groups), 'attributes', caller_attributes),
        'tables', coalesce(answers, '[]'))::jsonb;
END $$;

CREATE FUNCTION carbon_index.record_decision(record jsonb) RETURNS bigint
LANGUAGE sql STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO carbon_index.decisions (record) VALUES (record) RETURNING decision_id
$$;

-- What the rows that a statement is about to add to a table owe: the tags of the columns that they come from. Adds and never takes
-- away. What is in force already is not said twice, but marked as what further rows rely on; a second value of a tag is refused.
-- Answers how much it added. While it looks, nobody assigns tags, and nobody else says or takes back what is owed.
CREATE FUNCTION carbon_index.record_obligations(request jsonb) RETURNS bigint
LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    target_path text[] := carbon_index.path_of(request ->> 'securable');
    target bigint;
    added bigint;
BEGIN
    IF request -> 'format' IS DISTINCT FROM '1'::jsonb OR coalesce(request ->> 'statement', '') = ''
            OR cardinality(target_path) IS DISTINCT FROM 3 OR jsonb_typeof(request -> 'columns') IS DISTINCT FROM 'object'
            OR jsonb_path_exists(request, 'strict $.columns.* ? (@.type() != "object")', '{}', true)
            OR jsonb_path_exists(request, 'strict $.columns.*.* ? (@.type() != "string")', '{}', true)
            OR request -> 'columns' ? '' THEN
        RAISE EXCEPTION 'these are no obligations of format 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    LOCK TABLE carbon_index.tag_assignments IN SHARE MODE;
    LOCK TABLE carbon_index.obligations IN SHARE ROW EXCLUSIVE MODE;
    SELECT s.securable_id INTO target FROM carbon_index.securables s WHERE s.path = target_path;
    IF target IS NULL THEN
        target := carbon_index.securable(request ->> 'securable');
    END IF;

    UPDATE carbon_index.obligations o SET restated = true
      FROM jsonb_each(request -> 'columns') AS owed CROSS JOIN LATERAL jsonb_each_text(owed.value) AS tag
     WHERE (o.securable_id, o.column_path, o.tag, o.value) = (target, owed.key, tag.key, tag.value)
       AND o.released_at IS NULL AND NOT o.restated;

    INSERT INTO carbon_index.obligations (securable_id, column_path, tag, value, statement_id)
    SELECT target, owed.key, tag.key, tag.value, request ->> 'statement'
      FROM jsonb_each(request -> 'columns') AS owed CROSS JOIN LATERAL jsonb_each_text(owed.value) AS tag
     WHERE NOT EXISTS (SELECT FROM carbon_index.taggings t
                        WHERE (t.securable_id, t.column_path, t.tag) = (target, owed.key, tag.key))
        ON CONFLICT (securable_id, column_path, tag) WHERE released_at IS NULL DO NOTHING;
    GET DIAGNOSTICS added = ROW_COUNT;

    IF EXISTS (SELECT FROM jsonb_each(request -> 'columns') AS owed CROSS JOIN LATERAL jsonb_each_text(owed.value) AS tag
                 JOIN carbon_index.taggings t ON (t.securable_id, t.column_path, t.tag) = (target, owed.key, tag.key)
                WHERE t.value <> tag.value) THEN
        RAISE EXCEPTION 'a column would have two values of one tag' USING ERRCODE = 'cardinality_violation';
    END IF;
    RETURN added;
END $$;

-- Takes back what a statement said that rows owe which were then not added after all: what no other rows rely on. A tag that was
-- assigned meanwhile stays, being another one's. Answers how much that was.
CREATE FUNCTION carbon_index.withdraw_obligations(request jsonb) RETURNS bigint
LANGUAGE plpgsql STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    withdrawn bigint;
BEGIN
    LOCK TABLE carbon_index.obligations IN SHARE ROW EXCLUSIVE MODE;
    UPDATE carbon_index.obligations o SET released_at = now(), released_by = session_user
      FROM carbon_index.securables s, jsonb_each(request -> 'columns') AS owed,
           LATERAL jsonb_each_text(owed.value) AS tag
     WHERE s.path = carbon_index.path_of(request ->> 'securable') AND o.statement_id = request ->> 'statement'
       AND (o.securable_id, o.column_path, o.tag, o.value) = (s.securable_id, owed.key, tag.key, tag.value)
       AND o.released_at IS NULL AND NOT o.restated;
    GET DIAGNOSTICS withdrawn = ROW_COUNT;
    RETURN withdrawn;
END $$;

-- For stewards: from now on the table, or one of its columns, owes nothing. Answers how many obligations that were.
CREATE FUNCTION carbon_index.release_obligations(coordinate text, of_column text DEFAULT NULL) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    WITH released AS (
        UPDATE carbon_index.obligations o
           SET released_at = now(), released_by = session_user
          FROM carbon_index.securables s
         WHERE s.path = carbon_index.path_of(coordinate) AND o.securable_id = s.securable_id
           AND o.released_at IS NULL AND (of_column IS NULL OR o.column_path = of_column)
     RETURNING o.obligation_id)
    SELECT count(*) FROM released
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- The engine may ask, say what derived rows owe and leave evidence, nothing else. A login of its own is granted this role.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carbon_engine') THEN
        CREATE ROLE carbon_engine NOLOGIN;
    END IF;
END $$;
REVOKE ALL ON ALL TABLES IN SCHEMA carbon_index FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA carbon_index FROM PUBLIC;
GRANT USAGE ON SCHEMA carbon_index TO carbon_engine;
GRANT EXECUTE ON FUNCTION carbon_index.resolve(jsonb), carbon_index.record_decision(jsonb),
                          carbon_index.record_obligations(jsonb), carbon_index.withdraw_obligations(jsonb)
   TO carbon_engine;
