import pg from 'pg';

/**
 * For a pooler in transaction mode: the next statement may run on another connection, so none has a name under which it
 * would be prepared.
 */
export class UnpreparedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...all: unknown[]) => unknown;
    const unprepared = (statement: unknown, ...rest: unknown[]) =>
      send(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest);
    this.query = unprepared as pg.Client['query'];
  }
}

const isNamed = (statement: unknown): statement is { name: string } =>
  typeof statement === 'object' && statement !== null && 'text' in statement && 'name' in statement;
