import { CannotOpen, type Secret, type Vault } from './secrets.ts';

export interface ResealCounts {
  resealed: number;
  unreadable: number;
}

/** Keys in columns of one table, each sealed for its company and column. `columns` maps fields of rows to columns. */
export function createKeyColumns<Field extends string>(
  vault: Vault,
  table: string,
  columns: Readonly<Record<Field, string>>,
) {
  const fields = Object.keys(columns) as Field[];
  const contextOf = (company: number, field: Field) => ({ company, table, field: columns[field] });
  /** The same if no known secret opens it. */
  function reseal(company: number, field: Field, sealed: string): string {
    try {
      return vault.reseal(sealed, contextOf(company, field));
    } catch (error) {
      if (error instanceof CannotOpen) return sealed;
      throw error;
    }
  }
  return {
    seal: (company: number, field: Field, key: string): string => vault.seal(key, contextOf(company, field)),
    /** Undefined if there is none, or no known secret opens it. */
    open(company: number, field: Field, sealed: string | null): Secret | undefined {
      try {
        return sealed === null ? undefined : vault.open(sealed, contextOf(company, field));
      } catch (error) {
        if (error instanceof CannotOpen) return undefined;
        throw error;
      }
    },
    /** Seals the outdated keys of rows of one company again; `replace` stores each row that changed. */
    async resealRows<Row extends Record<Field, string | null>>(
      company: number,
      rows: readonly Row[],
      replace: (row: Row) => Promise<unknown>,
    ): Promise<ResealCounts> {
      const counts = { resealed: 0, unreadable: 0 };
      for (const row of rows) {
        const resealed: Partial<Record<Field, string>> = {};
        for (const field of fields) {
          const before: string | null = row[field];
          if (before === null || !vault.isOutdated(before)) continue;
          const after = reseal(company, field, before);
          if (after === before) counts.unreadable++;
          else resealed[field] = after;
        }
        const changed = Object.keys(resealed).length;
        counts.resealed += changed;
        if (changed > 0) await replace({ ...row, ...resealed });
      }
      return counts;
    },
  };
}
