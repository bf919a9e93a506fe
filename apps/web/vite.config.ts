import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { contractRoutes } from './contract-routes.ts';
import { entryPathOf } from './src/lib/entry-paths.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;
/** With the browser's own host: the server refuses requests whose origin is another host. */
const proxied = { target: SERVER, changeOrigin: false };
const resolvePath = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Two pages: the small sign-in page, and the app. */
export default defineConfig({
  root: resolvePath('.'),
  plugins: [react(), signInInDev(), contractRoutes()],
  resolve: { alias: [{ find: /^zod$/, replacement: resolvePath('src/lib/zod.ts') }] },
  build: {
    target: 'es2023',
    manifest: true,
    // Source maps are built but not referenced, so browsers do not load them.
    sourcemap: 'hidden',
    // The content security policy allows no data: scripts or images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { app: resolvePath('index.html'), 'sign-in': resolvePath('sign-in.html') },
      output: {
        codeSplitting: {
          // Libraries that rarely change get their own chunks, which stay cached across releases.
          // Zod is apart, because only screens with forms need it.
          groups: [
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
            { name: 'zod', test: /lib[\\/]zod\.ts$|node_modules[\\/]zod[\\/]/ },
            {
              // Before the kit, which shares the two hooks and must not be loaded for them.
              name: 'platform',
              test: /node_modules[\\/](?:@mantine[\\/]hooks[\\/]esm[\\/]use-(?:media-query|merged-ref)|@tanstack[\\/](?:react-query|query-core|react-router|router-core|history))[\\/]/,
            },
            // Loaded after the first screen: see ui/kit.ts and lib/socket.ts.
            {
              name: 'kit',
              test: /node_modules[\\/](?:@mantine[\\/]core|@floating-ui|react-remove-scroll[^\\/]*)[\\/]/,
            },
            { name: 'socket', test: /node_modules[\\/](?:socket|engine)\.io[^\\/]*[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      '/api': proxied,
      '/media': proxied,
      '/public': proxied,
      '/health': proxied,
      '/docs': proxied,
      '/socket.io': { ...proxied, ws: true },
    },
  },
});

/** In development the server does not choose the page, so the small pages are mapped to their file here. */
function signInInDev(): Plugin {
  return {
    name: 'balcao-sign-in-page',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _answer, next) => {
        const path = request.url?.split('?')[0] ?? '';
        if (entryPathOf(path)) request.url = request.url!.replace(path, '/sign-in.html');
        next();
      });
    },
  };
}
