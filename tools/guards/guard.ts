export interface Guard {
  name: string;
  file: string;
  /** Occurs in the file exactly once; otherwise the guard has moved and this row must follow it. */
  find: string;
  replace: string;
  /** The smallest test that must fail: a test file, and the names of its tests. */
  proof: string;
  only: string;
}
type Row = [name: string, find: string, replace: string, proof: string, only: string];

export const inFile = (file: string, ...rows: Row[]): Guard[] =>
  rows.map(([name, find, replace, proof, only]) => ({
    name,
    file,
    find,
    replace,
    proof: proof.includes('/') ? proof : `apps/server/test/${proof}.test.ts`,
    only,
  }));

export const infrastructure = 'apps/server/src/infrastructure';
export const modules = 'apps/server/src/modules';
