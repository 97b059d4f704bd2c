/**
 * The version of the table of facts. Raise it when the shape of a fact changes, so that an earlier version of the program does not
 * start on the new facts. The row then takes the earlier shape too, and `tests/upgrade/` gets a data folder of the version before.
 */
export const FACTS_VERSION = 2
