import type { z } from 'zod';

interface Phrase {
  pt: string;
  en: string;
  es: string;
}

/** Every rule that a field can violate. The specification defines the Portuguese and English text of the first five. */
export const fieldRules = {
  required: { pt: 'Obrigatório', en: 'Required', es: 'Obligatorio' },
  tooShort: { pt: 'Muito curto!', en: 'Too Short!', es: '¡Muy corto!' },
  tooLong: { pt: 'Muito longo!', en: 'Too Long!', es: '¡Muy largo!' },
  email: { pt: 'E-mail inválido', en: 'Invalid email', es: 'Correo inválido' },
  taken: { pt: 'Já está em uso', en: 'Already in use', es: 'Ya está en uso' },
  weakPassword: {
    pt: 'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
    en: 'Your password needs at least 8 characters, with an upper-case letter, a lower-case letter and a number.',
    es: 'Tu contraseña necesita al menos 8 caracteres, con una mayúscula, una minúscula y un número.',
  },
  passwordMismatch: {
    pt: 'As senhas não correspondem',
    en: 'The passwords do not match',
    es: 'Las contraseñas no coinciden',
  },
  colour: { pt: 'Use uma cor como #1E90FF', en: 'Use a color like #1E90FF', es: 'Usa un color como #1E90FF' },
  time: { pt: 'Use HH:mm, como 08:30', en: 'Use HH:mm, like 08:30', es: 'Usa HH:mm, como 08:30' },
  number: { pt: 'Digite um número', en: 'Enter a number', es: 'Escribe un número' },
  tooSmall: { pt: 'Valor muito baixo', en: 'Value too low', es: 'Valor muy bajo' },
  tooLarge: { pt: 'Valor muito alto', en: 'Value too high', es: 'Valor muy alto' },
  choice: { pt: 'Escolha uma das opções', en: 'Choose one of the options', es: 'Elige una de las opciones' },
  unknown: { pt: 'Não existe mais', en: 'No longer exists', es: 'Ya no existe' },
  areaCode: {
    pt: 'Inclua o DDD, como (11) 98765-4321',
    en: 'Include the area code, like (11) 98765-4321',
    es: 'Incluye el código de área, como (11) 98765-4321',
  },
  unknownAreaCode: {
    pt: 'Este DDD não existe. Confira os dois primeiros dígitos',
    en: 'This area code does not exist. Check the first two digits',
    es: 'Este código de área no existe. Revisa los dos primeros dígitos',
  },
  callingCode: {
    pt: 'Comece com + e o código do país, como +351 912 345 678',
    en: 'Start with + and the country code, like +351 912 345 678',
    es: 'Empieza con + y el código del país, como +351 912 345 678',
  },
  image: {
    pt: 'Envie uma imagem PNG, JPG, WebP ou GIF',
    en: 'Send a PNG, JPG, WebP or GIF image',
    es: 'Envía una imagen PNG, JPG, WebP o GIF',
  },
  fileTooLarge: { pt: 'Arquivo grande demais', en: 'File too large', es: 'Archivo demasiado grande' },
  cardNumber: {
    pt: 'Não escreva números de cartão aqui',
    en: 'Do not write card numbers here',
    es: 'No escribas números de tarjeta aquí',
  },
  invalid: { pt: 'Valor inválido', en: 'Invalid value', es: 'Valor inválido' },
} satisfies Record<string, Phrase>;

export type FieldRule = keyof typeof fieldRules;
export interface FieldError {
  /** Dotted path into the body, e.g. `schedules.0.startTimeA`. */
  field: string;
  rule: FieldRule;
}

/** Converts zod issues to field errors, one per field. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const ruleByField = new Map<string, FieldRule>();
  for (const issue of issues) {
    const field = issue.path.map(String).join('.');
    if (!ruleByField.has(field)) ruleByField.set(field, ruleOf(issue));
  }
  return [...ruleByField].map(([field, rule]) => ({ field, rule }));
}

/** The bound that each too short, too long, too small or too large value misses. */
export function fieldLimits(issues: readonly z.core.$ZodIssue[]): Map<string, number> {
  const limits = new Map<string, number>();
  for (const issue of issues) {
    const limit = issue.code === 'too_small' ? issue.minimum : issue.code === 'too_big' ? issue.maximum : undefined;
    const isUsable = typeof limit === 'number' && 'inclusive' in issue && issue.inclusive !== false;
    if (isUsable) limits.set(issue.path.map(String).join('.'), limit);
  }
  return limits;
}

function ruleOf(issue: z.core.$ZodIssue): FieldRule {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'required';
      return issue.expected === 'number' || issue.expected === 'int' ? 'number' : 'invalid';
    case 'too_small':
      if (issue.origin !== 'string') return issue.origin === 'array' ? 'required' : 'tooSmall';
      return issue.input === '' ? 'required' : 'tooShort';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'tooLong' : 'tooLarge';
    case 'invalid_format':
      if (issue.input === '') return 'required';
      if (issue.format === 'email') return 'email';
      if (issue.pattern?.startsWith('/^#')) return 'colour';
      return issue.pattern?.includes(':[0-5]') ? 'time' : 'invalid';
    case 'invalid_value':
      return issue.input === undefined ? 'required' : 'choice';
    case 'invalid_union':
      return unionRule(issue);
    case 'custom':
      return isFieldRule(issue.params?.['rule']) ? issue.params['rule'] : 'invalid';
    default:
      return 'invalid';
  }
}

/** Uses the branch that came closest: a wrong format is more specific than a wrong type. */
function unionRule(issue: z.core.$ZodIssueInvalidUnion): FieldRule {
  if (issue.input === undefined || issue.input === null) return 'required';
  const rules = issue.errors.flat().map(ruleOf);
  return rules.find((rule) => rule !== 'invalid' && rule !== 'choice' && rule !== 'required') ?? rules[0] ?? 'invalid';
}

const isFieldRule = (rule: unknown): rule is FieldRule => typeof rule === 'string' && Object.hasOwn(fieldRules, rule);
