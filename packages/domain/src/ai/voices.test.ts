import { expect, it } from 'vitest';
import { isVoice, isVoiceRegion, voices } from './voices.ts';

it('there are text and 15 Brazilian Portuguese voices', () => {
  expect(voices).toHaveLength(16);
  expect(voices.filter(isVoice)).toHaveLength(15);
  expect(voices.filter(isVoice).every((voice) => /^pt-BR-[A-Z][a-z]+Neural$/.test(voice))).toBe(true);
  for (const other of ['texto', 'pt-BR-OutraNeural', '', 'constructor']) expect(isVoice(other)).toBe(false);
});

it.each([
  ['brazilsouth', true],
  ['eastus2', true],
  ['evil.example.com/', false],
  ['a.b', false],
  ['EASTUS', false],
  ['eastus22', false],
  ['', false],
])('the region %j: %s', (region, expected) => expect(isVoiceRegion(region)).toBe(expected));
