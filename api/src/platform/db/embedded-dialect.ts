import { type DatabaseConnection, PGliteAdapter, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from "kysely";

/**
 * Kysely's dialect without its lock, which sends a query when the one before has been answered: the thread of the
 * database waits meanwhile, a fifth of the time under load. Here the thread has its calls in line; it runs a transaction
 * alone by itself.
 */
export class EmbeddedDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig;

  constructor(config: PGliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createAdapter(): PGliteAdapter {
    return new UnlockedAdapter();
  }

  override createDriver(): PGliteDriver {
    return new UnlockedDriver(this.#config);
  }
}

class UnlockedAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A connection for each query or transaction: it holds the transaction it is in. */
class UnlockedDriver extends PGliteDriver {
  readonly #config: PGliteDialectConfig;

  constructor(config: PGliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const driver = new PGliteDriver(this.#config);
    await driver.init();
    return driver.acquireConnection();
  }
}
