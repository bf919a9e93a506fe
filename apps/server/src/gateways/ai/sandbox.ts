import type { AllowedActions } from '@balcao/domain/ai/actions';
import { fold } from '@balcao/domain/text/fold';
import { completionOf, type RawCompletion } from './completion.ts';
import type { TextModel } from './port.ts';

const CHARACTERS_PER_TOKEN = 4;
const MAX_QUOTE_LENGTH = 200;
const MIN_SHARED_LETTERS = 4;

/** What the customer writes, and the action of the scripted model; the first that is allowed counts. */
const rules: {
  pattern: RegExp;
  reply: string;
  callOf(allowed: AllowedActions, text: string): RawCompletion['calls'];
}[] = [
  {
    pattern: /\b(humano|atendente|pessoa|reclama)/,
    reply: 'Vou chamar um atendente para ajudar você.',
    callOf: ({ queues }, text) => {
      const queue = queues.find(({ name }) => text.includes(fold(name))) ?? queues[0];
      return queue ? [{ name: 'transfer', args: { queue: queue.name } }] : [];
    },
  },
  {
    pattern: /\b(encerrar|tchau|so isso)/,
    reply: 'Foi um prazer ajudar. Até logo!',
    callOf: ({ canClose }) => (canClose ? [{ name: 'close', args: {} }] : []),
  },
  {
    pattern: /./s,
    reply: '',
    callOf: ({ tags }, text) =>
      tags.filter(({ name }) => text.includes(fold(name))).map(({ name }) => ({ name: 'tag', args: { tag: name } })),
  },
];

/** A model without network for demonstrations: it transfers, marks and closes on request, and quotes the knowledge. */
export function createSandboxModel(): TextModel {
  return {
    async complete(_, { system, turns, actions }) {
      const question = turns.at(-1)?.text ?? '';
      const text = fold(question);
      const rule = rules.find(({ pattern, callOf }) => pattern.test(text) && callOf(actions, text).length > 0);
      const reply =
        rule?.reply || quoteFor(text, system) || `Esta é uma resposta simulada. Você escreveu: «${question}»`;
      const tokensIn = (texts: string[]) => Math.ceil(texts.join('').length / CHARACTERS_PER_TOKEN);
      return completionOf(
        {
          text: reply,
          calls: rule?.callOf(actions, text) ?? [],
          usage: {
            inputTokens: tokensIn([system, ...turns.map((turn) => turn.text)]),
            outputTokens: tokensIn([reply]),
          },
          finish: 'stop',
        },
        actions,
      );
    },
  };
}

/** The sentence of the data in the system message that shares most words with the question. */
function quoteFor(question: string, system: string): string {
  const wanted = new Set(question.split(/[^a-z0-9]+/).filter((part) => part.length >= MIN_SHARED_LETTERS));
  const data = [...system.matchAll(/<dados>([\s\S]*?)<\/dados>/g)].map(([, content]) => content!).join('\n');
  const sentences = data
    .split(/\n|(?<=[.!?])\s/)
    .filter((sentence) => sentence.trim() !== '' && !sentence.startsWith('#'));
  const scored = sentences.map((sentence) => ({
    sentence: sentence.trim(),
    score: fold(sentence)
      .split(/[^a-z0-9]+/)
      .filter((part) => wanted.has(part)).length,
  }));
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score > 0 ? best.sentence.slice(0, MAX_QUOTE_LENGTH) : '';
}
