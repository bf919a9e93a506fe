/** Made by `contract-lines.ts` from the contract, for the client alone. */
declare module 'virtual:contract-lines' {
  export interface Line {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: string;
    /** The field that carries the file. */
    files?: string;
  }
  const lines: Record<string, Record<string, Line>>;
  export default lines;
}
