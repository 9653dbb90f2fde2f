/** Most connections of a process to PostgreSQL for calls and jobs, where the configuration does not say. *guess* */
export const DEFAULT_POOL_SIZE = 10;
