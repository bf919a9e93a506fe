import { FOREIGN_LINK, type Fault, type ScriptRule } from './control.ts';

export interface ModelReply {
  text: string;
  action?: { name: string; args: Record<string, unknown> };
  finish: 'stop' | 'length' | 'filtered';
  inputTokens: number;
  outputTokens: number;
}

/** Answers by the rules, or repeats the input. */
export function createScript() {
  let rules: ScriptRule[] = [];
  const find = (input: string) => rules.find(({ contains }) => input.toLowerCase().includes(contains.toLowerCase()));
  return {
    set: (next: ScriptRule[]) => void (rules = next),
    find,
    /** `context` is everything the model was given, for the count of tokens. */
    reply(
      input: string,
      context: string,
      { fault, hasFunctions }: { fault: Fault['type'] | undefined; hasFunctions: boolean },
    ): ModelReply {
      const rule = find(input);
      const text = faulty(rule?.reply ?? `Você escreveu: ${input}`, fault);
      return {
        text,
        ...(rule?.action && hasFunctions && fault === undefined && { action: rule.action }),
        finish: fault === 'cut' ? 'length' : fault === 'filtered' ? 'filtered' : 'stop',
        inputTokens: tokensOf(context),
        outputTokens: tokensOf(text),
      };
    },
  };
}
export type Script = ReturnType<typeof createScript>;

function faulty(reply: string, fault: Fault['type'] | undefined): string {
  switch (fault) {
    case 'foreignLink':
      return `${reply} Veja [aqui](${FOREIGN_LINK}) ou em ${FOREIGN_LINK}.`;
    case 'loop':
      return 'E o que mais?';
    case 'empty':
    case 'cut':
    case 'filtered':
      return '';
    default:
      return reply;
  }
}

const CHARACTERS_PER_TOKEN = 4;
const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
