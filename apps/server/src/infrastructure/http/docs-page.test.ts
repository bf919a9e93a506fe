import { endpoints, errors, fieldRules, topics } from '@balcao/contract';
import { get } from '@balcao/contract/kernel/endpoint';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { docsHandlers, docsPage } from './docs-page.ts';
import { escaped } from './html.ts';
import { openApiDocument } from './openapi.ts';

async function loadDocs() {
  const app = Fastify();
  const { page, document, styles } = docsHandlers({ endpoints, version: '4.5.0' });
  app.get('/docs', page);
  app.get('/docs/openapi.json', document);
  app.get('/docs/docs.css', styles);
  const read = async (url: string) => app.inject({ url });
  return { page: await read('/docs'), json: await read('/docs/openapi.json'), css: await read('/docs/docs.css') };
}

describe('the API reference', () => {
  it('consists of a page, a document and a style sheet', async () => {
    const { page, json, css } = await loadDocs();
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(json.json()).toMatchObject({ openapi: '3.1.0', info: { version: '4.5.0' } });
    expect(css.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(css.body).toContain('prefers-color-scheme: dark');
  });

  it('shows every endpoint, every topic, and every error in three languages', async () => {
    const { page } = await loadDocs();
    for (const [module, group] of Object.entries(endpoints)) {
      for (const name of Object.keys(group)) expect(page.body).toContain(`<article id="${module}.${name}">`);
    }
    for (const topic of Object.keys(topics)) expect(page.body).toContain(`company-{companyId}-${topic}`);
    for (const { pt, en, es } of [...Object.values(errors), ...Object.values(fieldRules)]) {
      for (const sentence of [pt, en, es]) expect(page.body).toContain(escaped(sentence));
    }
  });

  it('contains no scripts and no external resources', async () => {
    const { page } = await loadDocs();
    expect(page.body).not.toMatch(/<script|<style|\son\w+=|\sstyle=/i);
    const links = [...page.body.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !/^(?:#|\/(?!\/))/.test(link))).toEqual([]);
  });

  it('escapes markup in names and descriptions', () => {
    const evil = '"><script>alert(1)</script>';
    const call = get('/x', {
      query: z.object({ [evil]: z.string().describe(evil) }),
      reply: z.literal(evil),
      access: 'public',
    });
    const page = docsPage(openApiDocument({ module: { call } }, { version: evil }));
    expect(page).not.toContain('<script');
    expect(page).toContain(escaped(evil));
  });

  it('shows nested fields by path, with their bounds', () => {
    const Tag = z.object({ id: z.number().int().positive().max(99), name: z.string().min(3).max(50).optional() });
    const call = get('/x', { reply: z.object({ tags: z.array(Tag) }), access: 'public' });
    const page = docsPage(openApiDocument({ module: { call } }, { version: '1' }));
    const cells = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
    );
    expect(cells).toContainEqual(['tags', 'list of object', 'yes', '']);
    expect(cells).toContainEqual(['tags[].id', 'integer', 'yes', '1–99']);
    expect(cells).toContainEqual(['tags[].name', 'string', '', '3–50 characters']);
  });
});
