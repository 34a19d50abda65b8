-- What was in force at an earlier time, so that what somebody could see then can be told again; and decisions that are kept once,
-- however often they are sent. Runs inside one transaction, once.

-- ---------------------------------------------------------------------------------------------------------------------
-- Each row says since when it is as it is. What a row was before goes into a table of its own, so that what is in force now stays
-- as small, and as fast to ask, as it was; adding a row costs nothing more. A transaction's changes count from its start.

CREATE TABLE carbon_index.history (
    single  boolean PRIMARY KEY DEFAULT true CHECK (single),
    began   timestamptz NOT NULL DEFAULT now()
);
INSERT INTO carbon_index.history DEFAULT VALUES;

CREATE FUNCTION carbon_index.keep_what_was() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF OLD.since < now() THEN
        EXECUTE format('INSERT INTO carbon_index.%I SELECT ($1).*, now()', TG_TABLE_NAME || '_past') USING OLD;
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    NEW.since := now();
    RETURN NEW;
END $$;

CREATE FUNCTION carbon_index.keep_all_that_was() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('INSERT INTO carbon_index.%I SELECT t.*, now() FROM carbon_index.%I AS t WHERE t.since < now()',
                   TG_TABLE_NAME || '_past', TG_TABLE_NAME);
    RETURN NULL;
END $$;

DO $$
DECLARE
    kept text;
BEGIN
    FOREACH kept IN ARRAY ARRAY['securables', 'principals', 'memberships', 'tag_assignments', 'policies', 'grants']
    LOOP
        -- A default that is the same for all rows is not written to any of them.
        EXECUTE format('ALTER TABLE carbon_index.%I ADD COLUMN since timestamptz NOT NULL DEFAULT now()', kept);
        EXECUTE format('CREATE TABLE carbon_index.%I (LIKE carbon_index.%I)', kept || '_past', kept);
        EXECUTE format('ALTER TABLE carbon_index.%I ADD COLUMN until timestamptz NOT NULL', kept || '_past');
        EXECUTE format('CREATE VIEW carbon_index.%I AS SELECT t.*, ''infinity''::timestamptz AS until FROM carbon_index.%I AS t '
                       'UNION ALL SELECT p.* FROM carbon_index.%I AS p', kept || '_ever', kept, kept || '_past');
        -- Named to come last among those before a row: they see what it becomes.
        EXECUTE format('CREATE TRIGGER what_was_is_kept BEFORE UPDATE OR DELETE ON carbon_index.%I '
                       'FOR EACH ROW EXECUTE FUNCTION carbon_index.keep_what_was()', kept);
        EXECUTE format('CREATE TRIGGER what_was_is_kept_at_once BEFORE TRUNCATE ON carbon_index.%I '
                       'FOR EACH STATEMENT EXECUTE FUNCTION carbon_index.keep_all_that_was()', kept);
    END LOOP;
END $$;
CREATE INDEX ON carbon_index.securables_past (path);
CREATE INDEX ON carbon_index.principals_past (name);
CREATE INDEX ON carbon_index.memberships_past (member_principal);
CREATE INDEX ON carbon_index.memberships_past (member_group);
CREATE INDEX ON carbon_index.tag_assignments_past (securable_id);
CREATE INDEX ON carbon_index.policies_past (attached_to);
CREATE INDEX ON carbon_index.grants_past (securable_id);
CREATE INDEX ON carbon_index.obligations (securable_id);

-- Obligations have kept their own history from the first.
CREATE VIEW carbon_index.taggings_ever AS
    SELECT securable_id, column_path, tag, value, since, until FROM carbon_index.tag_assignments_ever
     UNION ALL
    SELECT securable_id, column_path, tag, value, created_at, coalesce(released_at, 'infinity') FROM carbon_index.obligations;

-- ---------------------------------------------------------------------------------------------------------------------
-- What resolve would have answered at that moment. For auditors: a question at a time, not in a statement's way. Refuses moments
-- before all this began, and those to come.

CREATE FUNCTION carbon_index.groups_at(caller text, moment timestamptz) RETURNS text[]
LANGUAGE sql STABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    WITH RECURSIVE member (group_name) AS (
        SELECT m.group_name FROM carbon_index.memberships_ever m
         WHERE m.member_principal = caller AND m.since <= moment AND m.until > moment
        UNION
        SELECT outer_group.group_name
          FROM member JOIN carbon_index.memberships_ever outer_group ON outer_group.member_group = member.group_name
         WHERE outer_group.since <= moment AND outer_group.until > moment
    )
    SELECT coalesce(array_agg(group_name ORDER BY group_name COLLATE "C"), '{}') FROM member
$$;

CREATE FUNCTION carbon_index.table_at(coordinate text, caller text, caller_groups text[], moment timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
DECLARE
    whole text[] := carbon_index.path_of(coordinate);
    place_id bigint;
    effects text[] := '{}';
    found_tags jsonb := '{}';
    found_column_tags jsonb := '{}';
    documents jsonb := '[]';
BEGIN
    FOR depth IN 1 .. cardinality(whole) LOOP
        SELECT s.securable_id INTO place_id FROM carbon_index.securables_ever s
         WHERE s.path = whole[1:depth] AND s.since <= moment AND s.until > moment;
        effects := effects || ARRAY(
            SELECT g.effect FROM carbon_index.grants_ever g
             WHERE g.securable_id = place_id AND (g.principal_name = caller OR g.group_name = ANY (caller_groups))
               AND g.since <= moment AND g.until > moment);
        found_tags := found_tags || coalesce((
            SELECT jsonb_object_agg(t.tag, t.value) FROM carbon_index.taggings_ever t
             WHERE t.securable_id = place_id AND t.column_path = '' AND t.since <= moment AND t.until > moment), '{}');
        documents := documents || coalesce((
            SELECT jsonb_agg(v.document ORDER BY p.policy_id COLLATE "C")
              FROM carbon_index.policies_ever p
              JOIN carbon_index.policy_versions v ON v.policy_id = p.policy_id AND v.version = p.live_version
             WHERE p.attached_to = whole[1:depth] AND p.since <= moment AND p.until > moment), '[]');
    END LOOP;
    SELECT coalesce(jsonb_object_agg(c.column_path, c.tags), '{}') INTO found_column_tags
      FROM (SELECT t.column_path, jsonb_object_agg(t.tag, t.value) AS tags
              FROM carbon_index.taggings_ever t
             WHERE t.securable_id = place_id AND t.column_path <> '' AND t.since <= moment AND t.until > moment
             GROUP BY t.column_path) AS c;
    RETURN jsonb_build_object(
        'securable', coordinate, 'unchanged', false,
        'access', CASE WHEN 'denied' = ANY (effects) THEN 'denied' WHEN 'granted' = ANY (effects) THEN 'granted' ELSE 'unknown' END,
        'etag', carbon_index.etag_of(jsonb_build_array(effects, found_tags, found_column_tags, documents)),
        'tags', found_tags, 'column-tags', found_column_tags, 'policies', documents);
END $$;

CREATE FUNCTION carbon_index.resolve_at(request jsonb, moment timestamptz) RETURNS jsonb
LANGUAGE plpgsql STABLE STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    caller text := request ->> 'principal';
    caller_groups text[] := carbon_index.groups_at(request ->> 'principal', moment);
    began timestamptz := (SELECT h.began FROM carbon_index.history h);
BEGIN
    IF request -> 'format' IS DISTINCT FROM '1'::jsonb OR coalesce(caller, '') = ''
            OR jsonb_typeof(request -> 'securables') IS DISTINCT FROM 'array' THEN
        RAISE EXCEPTION 'this is no question of format 1' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF moment < began OR moment > clock_timestamp() THEN
        RAISE EXCEPTION 'Index knows nothing of that time' USING ERRCODE = 'datetime_field_overflow';
    END IF;
    RETURN jsonb_build_object(
        'format', 1, 'as-of', to_jsonb(moment), 'epoch', 0,
        'principal', jsonb_build_object(
            'name', caller, 'groups', to_jsonb(caller_groups),
            'attributes', coalesce(request -> 'attributes', '{}') || coalesce((
                SELECT p.attributes FROM carbon_index.principals_ever p
                 WHERE p.name = caller AND p.since <= moment AND p.until > moment), '{}')),
        'tables', coalesce((
            SELECT jsonb_agg(carbon_index.table_at(asked.coordinate, caller, caller_groups, moment))
              FROM (SELECT DISTINCT jsonb_array_elements_text(request -> 'securables')) AS asked (coordinate)), '[]'));
END $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- A decision that is sent again, because the answer was lost, is kept once. The same record, not the same statement: who repeats the
-- id of a statement leaves a second record.

ALTER TABLE carbon_index.decisions ADD COLUMN digest bytea;
CREATE UNIQUE INDEX decisions_once ON carbon_index.decisions (digest);

CREATE OR REPLACE FUNCTION carbon_index.record_decision(record jsonb) RETURNS bigint
LANGUAGE sql STRICT SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH added AS (
        INSERT INTO carbon_index.decisions (record, digest) VALUES ($1, sha256(convert_to($1::text, 'UTF8')))
            ON CONFLICT (digest) DO NOTHING
     RETURNING decision_id)
    SELECT decision_id FROM added
     UNION ALL
    SELECT d.decision_id FROM carbon_index.decisions d WHERE d.digest = sha256(convert_to($1::text, 'UTF8'))
     LIMIT 1
$$;

-- ---------------------------------------------------------------------------------------------------------------------
-- An auditor may read decisions and versions of policies, and ask what was in force; the engine may do none of it.

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'carbon_auditor') THEN
        CREATE ROLE carbon_auditor NOLOGIN;
    END IF;
END $$;
REVOKE ALL ON ALL TABLES IN SCHEMA carbon_index FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA carbon_index FROM PUBLIC;
GRANT USAGE ON SCHEMA carbon_index TO carbon_auditor;
GRANT SELECT ON carbon_index.decisions, carbon_index.policy_versions TO carbon_auditor;
GRANT EXECUTE ON FUNCTION carbon_index.resolve_at(jsonb, timestamptz) TO carbon_auditor;
