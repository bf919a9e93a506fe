/** The API reference as one static page without scripts, rendered from the OpenAPI document. */
import { readFile } from 'node:fs/promises';
import type { Group } from '@balcao/contract';
import type { FastifyReply } from 'fastify';
import { brandedDocs, type Brand } from './branded-page.ts';
import { callingSection, errorsSection, liveSection, moduleSection, type Call } from './docs-sections.ts';
import { html } from './html.ts';
import { openApiDocument, type ApiDocument } from './openapi.ts';
import type { RawHandler } from './raw-body.ts';

interface Deps {
  endpoints: Record<string, Group>;
  version: string;
  /** Public settings of the platform: name, colors, logos. */
  brand?(): Promise<Brand>;
}

/** Handlers of the page, the OpenAPI document and the style sheet. */
export function docsHandlers({ endpoints, version, brand }: Deps): Record<'page' | 'document' | 'styles', RawHandler> {
  // Rendered on the first request, because rendering would slow down every start.
  const document = once(() => openApiDocument(endpoints, { version }));
  const json = once(() => JSON.stringify(document()));
  const page = once(() => docsPage(document()));
  const styles = once(() => readFile(new URL('docs.css', import.meta.url), 'utf8'));
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply.header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(text);

  return {
    page: async (_, reply) => send(reply, 'text/html', brandedDocs(page(), await brand?.().catch(() => undefined))),
    document: (_, reply) => send(reply, 'application/json', json()),
    styles: async (_, reply) => send(reply, 'text/css', await styles()),
  };
}

export function docsPage(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const modules = document.tags.map(({ name }) => ({ name, own: calls.filter((call) => call.tags.includes(name)) }));
  const { title, version, description } = document.info;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} ${version}</title>
        <link rel="icon" href="/public/favicon.svg" />
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <header>
          <h1>${title} <small>${version}</small></h1>
          <p>${description} <a href="/docs/openapi.json">OpenAPI document</a></p>
        </header>
        <nav aria-label="Contents">
          <ul>
            <li><a href="#calling">Calling</a></li>
            ${modules.map(({ name, own }) => html`<li><a href="#${name}">${name}</a> <small>${own.length}</small></li> `)}
            <li><a href="#live">Live events</a></li>
            <li><a href="#errors">Errors</a></li>
          </ul>
        </nav>
        <main>
          ${callingSection()} ${modules.map(({ name, own }) => moduleSection(name, own, document))} ${liveSection()}
          ${errorsSection()}
        </main>
      </body>
    </html> `.text;
}

function once<T>(build: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => (cached ??= { value: build() }).value;
}
