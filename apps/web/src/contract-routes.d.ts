/** Made by `contract-lines.ts` from the contract, for the client alone. */
declare module 'virtual:contract-routes' {
  export interface RouteInfo {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    path: string;
    /** The field that carries the file. */
    files?: string;
  }
  const routes: Record<string, Record<string, RouteInfo>>;
  export default routes;
}
