-- Fills an empty Index of the reference schema, in one transaction, to a size that is set: SET scale.tables = '100000' gives the Index of a
-- company with as many tables, ten tagged columns on each, half as many policies, as many principals and a tenth as many groups.
-- Everything else grows with the tables, but for what hangs on the catalog, so that any two sizes look alike from one table:
-- it is under ten policies of its catalog, five of its schema, and every other one under a policy of its own.

INSERT INTO carbon_index.tags (tag) VALUES ('class'), ('level'), ('domain');

INSERT INTO carbon_index.groups (name)
    SELECT 'g' || n FROM generate_series(0, current_setting('scale.tables')::int / 10 - 1) AS n;
INSERT INTO carbon_index.principals (name, attributes)
    SELECT 'u' || n, jsonb_build_object('region', 'r' || n % 7)
      FROM generate_series(0, current_setting('scale.tables')::int - 1) AS n;

-- A principal is in five groups; a group is in one of a tenth as many, and so on upwards.
INSERT INTO carbon_index.memberships (group_name, member_principal)
    SELECT DISTINCT 'g' || (n * 31 + slot * 7919) % (current_setting('scale.tables')::int / 10), 'u' || n
      FROM generate_series(0, current_setting('scale.tables')::int - 1) AS n, generate_series(0, 4) AS slot;
INSERT INTO carbon_index.memberships (group_name, member_group)
    SELECT 'g' || n / 10, 'g' || n FROM generate_series(1, current_setting('scale.tables')::int / 10 - 1) AS n;

INSERT INTO carbon_index.securables (path) VALUES (ARRAY['carbon']);
INSERT INTO carbon_index.securables (path)
    SELECT ARRAY['carbon', 's' || n] FROM generate_series(0, current_setting('scale.tables')::int / 100 - 1) AS n;
INSERT INTO carbon_index.securables (path)
    SELECT ARRAY['carbon', 's' || n / 100, 't' || n] FROM generate_series(0, current_setting('scale.tables')::int - 1) AS n;

INSERT INTO carbon_index.tag_assignments (securable_id, column_path, tag, value)
    SELECT securable_id, '', 'domain', 'd' || securable_id % 20 FROM carbon_index.securables WHERE kind = 'schema';
INSERT INTO carbon_index.tag_assignments (securable_id, column_path, tag, value)
    SELECT securable_id, '', 'level', 'l' || securable_id % 5 FROM carbon_index.securables WHERE kind = 'table';
-- A million references that can't be wrong are not checked one by one.
SET LOCAL session_replication_role = replica;
INSERT INTO carbon_index.tag_assignments (securable_id, column_path, tag, value)
    SELECT securable_id, 'c' || number, 'class', 'k' || number
      FROM carbon_index.securables, generate_series(0, 9) AS number WHERE kind = 'table';
SET LOCAL session_replication_role = origin;

INSERT INTO carbon_index.grants (securable_id, group_name, effect)
    SELECT securable_id, 'g' || (securable_id * 13 + slot * 101) % (current_setting('scale.tables')::int / 10), 'granted'
      FROM carbon_index.securables, generate_series(0, 2) AS slot WHERE kind = 'schema';

-- Policies: every other one is a row filter by the column's name, the others are masks by the column's tag.
SELECT count(carbon_index.put_policy(
        jsonb_build_object(
            'format', 1, 'id', 'pol_' || n, 'name', 'policy number ' || n, 'version', 1, 'enforcement', 'enforce',
            'attach', jsonb_build_object('inherit', true, 'securable', CASE
                WHEN n < 10 THEN 'carbon'
                WHEN n < 10 + tables / 20 THEN 'carbon.s' || (n - 10) / 5
                ELSE 'carbon.s' || (n * 3 % tables) / 100 || '.t' || n * 3 % tables END),
            'when', jsonb_build_object('all', jsonb_build_array(
                jsonb_build_object('tag', 'level', 'op', 'in', 'values', jsonb_build_array('l' || n % 5, 'l' || (n + 1) % 5)))),
            'to', jsonb_build_object('groups', jsonb_build_array('g' || n % groups, 'g' || (n * 7 + 1) % groups)),
            'except', jsonb_build_object('principals', jsonb_build_array('u' || n % tables)))
        || CASE n % 2 WHEN 0 THEN jsonb_build_object(
            'type', 'row_filter', 'mode', 'restrictive',
            'columns', jsonb_build_array(jsonb_build_object(
                'alias', 'region', 'match', jsonb_build_object('name', 'c' || n / 2 % 10), 'cardinality', 'optional')),
            'expression', jsonb_build_object('lang', 'spark-sql-restricted/1',
                'sql', 'region = session_attribute(''region'') OR is_member(''g' || n % groups || ''')'))
        ELSE jsonb_build_object(
            'type', 'column_mask',
            'columns', jsonb_build_array(jsonb_build_object(
                'alias', 'c', 'match', jsonb_build_object('tag', 'class', 'op', 'eq', 'value', 'k' || n / 2 % 10),
                'cardinality', 'each')),
            'on', 'c', 'mask', jsonb_build_object('kind', 'show-last-4')) END))
  FROM generate_series(0, current_setting('scale.tables')::int / 2 - 1) AS n,
       (SELECT current_setting('scale.tables')::int AS tables, current_setting('scale.tables')::int / 10 AS groups) AS size;
