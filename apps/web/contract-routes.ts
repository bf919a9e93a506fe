import { endpoints } from '@balcao/contract/endpoints/index';
import type { Endpoint } from '@balcao/contract/kernel/endpoint';
import type { Plugin } from 'vite';

const NAME = 'virtual:contract-routes';
const ID = `\0${NAME}`;

/**
 * A browser needs only the route of each endpoint; replies are checked by the compiler and the server. The schemas of
 * all endpoints together would be as large as a screen.
 */
export const contractRoutes = (): Plugin => ({
  name: 'balcao-contract-lines',
  resolveId: (id) => (id === NAME ? ID : undefined),
  load: (id) => (id === ID ? `export default ${JSON.stringify(routes())};` : undefined),
});

const routes = () =>
  Object.fromEntries(
    Object.entries(endpoints).map(([module, group]) => [
      module,
      Object.fromEntries(
        Object.entries(group as Record<string, Endpoint>).map(([name, { method, path, files, optionalFiles }]) => [
          name,
          { method, path, files: files ?? optionalFiles },
        ]),
      ),
    ]),
  );
