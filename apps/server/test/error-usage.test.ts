import { errors } from '@balcao/contract';
import { describe, expect, it } from 'vitest';
import { figure } from './fixtures/scale.ts';
import { sourcesIn } from './fixtures/sources.ts';

const folders = ['apps/server/src', 'apps/web/src', 'packages/domain/src', 'packages/whatsapp-qr/src'];

/** The specification lists these codes. No feature refuses with them yet. */
const specifiedOnly = ['ERR_NO_SETTING_FOUND', 'ERR_CREATING_TICKET', 'ERR_CREATING_MESSAGE'];

const codesByFolder = new Map(
  folders.map((folder) => [
    folder,
    new Set(sourcesIn(folder).flatMap(({ text }) => text.match(/\bERR_[A-Z0-9_]+\b/g) ?? [])),
  ]),
);
const used = new Set([...codesByFolder.values()].flatMap((codes) => [...codes]));

describe('error codes', () => {
  it('are each used by the server, a channel adapter, the domain or the web', () => {
    expect(Object.keys(errors).filter((code) => !used.has(code))).toEqual(specifiedOnly);
    figure('error-usage', 'codes, unused', `${Object.keys(errors).length}, ${specifiedOnly.length}`);
  });

  it('are found in the sources of every folder that refuses', () => {
    const counts = folders.map((folder) => codesByFolder.get(folder)!.size);
    expect(counts[0]).toBeGreaterThan(100);
    expect(counts[1]).toBeGreaterThan(5);
    expect([...codesByFolder.get('packages/domain/src')!]).toContain('ERR_TICKET_TRANSITION');
  });
});
