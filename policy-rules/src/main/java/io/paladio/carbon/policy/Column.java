package io.paladio.carbon.policy;

/**
 * A column of a table, known by its Iceberg field-id. The name is for people; what binds is the id.
 *
 * @param required whether NULL is impossible
 */
public record Column(int fieldId, String name, ColumnType type, boolean required) {}
