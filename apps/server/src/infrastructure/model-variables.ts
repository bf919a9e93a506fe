import { z } from 'zod';

const modelName = z.string().regex(/^[\w.:/@-]{1,100}$/);
const modelOf = (provider: string, name: string) => ({
  default: name,
  meaning: `Model of ${provider} for prompts that name none`,
  expected: `the name of a model, like ${name}`,
  read: modelName,
});
const OPENAI = 'gpt-4o-mini';
const GEMINI = 'gemini-2.0-flash';
const ANTHROPIC = 'claude-3-5-haiku-latest';

/** Models of prompts that name none. */
export const modelVariables = {
  OPENAI_MODEL: modelOf('OpenAI', OPENAI),
  GEMINI_MODEL: modelOf('Gemini', GEMINI),
  ANTHROPIC_MODEL: modelOf('Anthropic', ANTHROPIC),
};

type Values = { [N in keyof typeof modelVariables]?: string };
export const modelsOf = (values: Values) => ({
  openai: values.OPENAI_MODEL ?? OPENAI,
  gemini: values.GEMINI_MODEL ?? GEMINI,
  anthropic: values.ANTHROPIC_MODEL ?? ANTHROPIC,
  sandbox: 'sandbox',
});
