package io.paladio.carbon.policy.restriction;

import io.paladio.carbon.policy.Mask;

/** What must be done to one field before its values are returned; the standard's actions are the standard masks. */
public record ColumnAction(int fieldId, Mask.Standard mask) {}
