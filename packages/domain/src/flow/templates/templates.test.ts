import { describe, expect, it } from 'vitest';
import { variableNames } from '../../message/variables.ts';
import { check } from '../check.ts';
import { checkFacts, factsOf, runFlow, text, textsOf, time } from '../flow.fixture.ts';
import { newRun } from '../run.ts';
import { step } from '../step.ts';
import type { Language } from './draw.ts';
import { flowTemplates } from './templates.ts';

const languages: readonly Language[] = ['pt', 'en', 'es'];
const counted = () => {
  let last = 0;
  return () => `n${(last += 1)}`;
};
const build = (key: string, language: Language = 'pt') =>
  flowTemplates.find((template) => template.key === key)!.build(language, counted());
const channels = [{ kind: 'whatsappapi', media: true, template: true, replyWindowHours: 24 }];

describe('flow templates', () => {
  it('are eight, with name and description in three languages', () => {
    expect(flowTemplates.map(({ key }) => key)).toHaveLength(8);
    for (const { name, description } of flowTemplates)
      for (const language of languages) expect([name[language], description[language]].every(Boolean)).toBe(true);
  });
  it.each(flowTemplates.flatMap(({ key }) => languages.map((language) => [key, language] as const)))(
    '%s in %s has no error, and no warning but open ends',
    (key, language) => {
      const problems = check(build(key, language), checkFacts({ variables: variableNames, channels }));
      expect(problems.filter(({ code }) => code !== 'unconnectedPort')).toEqual([]);
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );
  it.each(flowTemplates.map(({ key }) => [key]))('%s starts and waits or ends', (key) => {
    const doc = build(key);
    const run = newRun({ flowId: 1, versionId: 1, seed: 1, now: factsOf().now });
    const result = step(doc, run, { type: 'start' }, factsOf());
    expect([result.run.wait !== null || result.run.ended === 'completed', textsOf(result.effects).length > 0]).toEqual([
      true,
      true,
    ]);
  });
  it('the lead template saves the answers in the contact', () => {
    const { all } = runFlow(build('lead'), [text('Ana Lima'), text('ana@example.com'), text('Um sofá')]);
    expect(all.filter(({ type }) => type === 'field' || type === 'note')).toEqual([
      { type: 'field', field: 'name', value: 'Ana Lima' },
      { type: 'field', field: 'email', value: 'ana@example.com' },
      { type: 'note', text: 'Interessado: Ana Lima (ana@example.com): Um sofá' },
    ]);
  });
  it('the follow-up closes after two waits without an answer, and stops when the customer writes', () => {
    expect(runFlow(build('followUp'), [time, time]).run.ended).toBe('closed');
    expect(textsOf(runFlow(build('followUp'), [text('sim')]).effects)[0]).toContain('Um atendente');
  });
  it('the survey asks what to improve after a low score', () => {
    expect(textsOf(runFlow(build('survey'), [text('4')]).effects)[0]).toContain('O que podemos melhorar?');
    expect(runFlow(build('survey'), [text('9')]).run.ended).toBe('closed');
  });
});
