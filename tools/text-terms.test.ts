import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errors } from '../packages/contract/src/errors/catalogue.ts';
import { languages, readProductTexts, textsOfSource, type Language, type ProductText } from './product-texts.ts';

/** One term per concept and language on screen: the rules of the vocabulary, checked in every text that users read. */
type Phrase = Record<Language, string>;

/** `instead` is the term to use; the regular expressions find what is forbidden for the concept. */
interface Term extends Partial<Record<Language, RegExp>> {
  concept: string;
  instead: string;
}

const terms: Term[] = [
  { concept: 'company', instead: 'empresa, company', pt: /\btenant/i, en: /\btenants?\b/i, es: /\btenant/i },
  { concept: 'platform', instead: 'platform', en: /\bhouses?\b/i },
  { concept: 'plan', instead: 'plan', en: /\bpackages?\b/i },
  { concept: 'invoice', instead: 'invoice', en: /\bbills?\b/i },
  { concept: 'agent', instead: 'agent', en: /\battendants?\b/i, es: /\basesor/i },
  { concept: 'administrator', instead: 'administrator', en: /\bmanagers?\b/i, pt: /\bgerentes?\b/i },
  { concept: 'permission', instead: 'permission', en: /\brights\b|\b(?:a|the) right\b|\bdoors?\b/i },
  { concept: 'session', instead: 'session', en: /\bvisits?\b/i },
  { concept: 'queue', instead: 'cola', es: /\bfilas?\b/i },
  { concept: 'queue, connection', instead: 'queue, connection', en: /\blines?\b/i },
  { concept: 'rotation', instead: 'rodízio', pt: /\broteador/i },
  {
    concept: 'business hours',
    instead: 'expediente, business hours',
    pt: /horário de atendimento/i,
    en: /\b(?:service|opening) hours\b/i,
  },
  { concept: 'holiday', instead: 'feriado', es: /\bfestivos?\b/i },
  { concept: 'vacation', instead: 'company vacation', en: /company holidays|collective vacation/i },
  { concept: 'customer', instead: 'customer', en: /\b(?:whoever|whomever|somebody)\b/i },
  { concept: 'account owner', instead: 'account owner', en: /\bwallets?\b/i },
  { concept: 'tag', instead: 'tag, etiqueta', pt: /\betiquet/i, en: /\blabels?\b/i, es: /\btags?\b/i },
  { concept: 'merge', instead: 'unir, merge', pt: /\buniões\b/i, en: /\bunit(?:e|es|ed|ing)\b/i },
  { concept: 'duplicate', instead: 'duplicate', en: /\balike\b/i },
  { concept: 'consent', instead: 'consentimento', pt: /\b(?:o|do|de|um|seu|nenhum) aceites?\b/i },
  { concept: 'personal data export', instead: 'data copy', en: /\bgathering\b/i },
  { concept: 'personal data erasure', instead: 'erase data', en: /\bforgets?\b/i },
  {
    concept: 'spreadsheet',
    instead: 'spreadsheet, hoja de cálculo',
    en: /\bsheets?\b/i,
    es: /\bplanillas?\b|\bhojas?\b(?! de cálculo)/i,
  },
  { concept: 'contact list', instead: 'contact list', en: /\bcrowds?\b/i },
  { concept: 'sending rate', instead: 'sending rate', en: /\bpace\b/i },
  { concept: 'simulator', instead: 'simulator', pt: /de mentira/i, en: /make-believe/i, es: /de mentira/i },
  { concept: 'phone', instead: 'teléfono', es: /\bcelular(?:es)?\b/i },
  {
    concept: 'conversation',
    instead: 'conversa, conversation, conversación',
    pt: /\btickets?\b|\batendimentos\b|\b(?:novo|este|deste|do) atendimento\b|\batendimento #/i,
    en: /\btickets?\b/i,
    es: /\btickets?\b|\b(?:otra|nueva|esta) atención\b/i,
  },
  { concept: 'status open', instead: 'open', en: /\battend(?:s|ed|ing)?\b/i },
  { concept: 'status closed', instead: 'resolvida', pt: /\bencerr/i },
  { concept: 'return', instead: 'return to queue', en: /\bg(?:ive|ives|ave|iven) (?:it )?back\b/i },
  { concept: 'transfer', instead: 'transfer', en: /\bhand(?:s|ed)? (?:it )?over\b/i },
  {
    concept: 'kanban column',
    instead: 'coluna, column, columna',
    pt: /(?<!duas )\betapas?\b/i,
    en: /\b(?:lane|stage)s?\b/i,
    es: /\betapas?\b/i,
  },
  {
    concept: 'rating',
    instead: 'avaliação, rating, evaluación',
    pt: /\bpesquisas? de satisf/i,
    en: /\bsatisfaction surveys?\b/i,
    es: /\bvaloraci|\bencuestas? de satisf/i,
  },
  { concept: 'internal note', instead: 'internal note', en: /\bprivate messages?\b/i },
  {
    concept: 'quick reply',
    instead: 'resposta rápida, quick reply, respuesta rápida',
    pt: /\bmensage(?:m|ns) rápidas?\b/i,
    en: /\bquick messages?\b/i,
    es: /\bmensajes? rápidos?\b/i,
  },
  { concept: 'template', instead: 'plantilla', es: /\bmodelos?\b/i },
  { concept: 'variable', instead: 'variable', en: /\bgaps?\b/i },
  {
    concept: 'bot',
    instead: 'bot',
    pt: /\brob(?:ô|ôs|o|os)(?![\p{L}])|\bassistentes?\b/iu,
    en: /\b(?:robot|assistant)s?\b/i,
    es: /\b(?:robot|asistente)s?\b/i,
  },
  { concept: 'campaign', instead: 'campaign', en: /\boutreach\b/i },
  { concept: 'report', instead: 'informe', es: /\breportes?\b/i },
  { concept: 'announcement', instead: 'announcement', en: /\bnoticeboard\b/i },
  {
    concept: 'notification',
    instead: 'notificação, notification, notificación',
    pt: /\bavisos?\b/i,
    en: /\bnotices?\b/i,
    es: /\bavisos?\b/i,
  },
  { concept: 'status label', instead: 'status, estado', en: /\bstates?\b/i, es: /\bsituaci/i },
  { concept: 'delete', instead: 'excluir, delete', pt: /\bdeletar\b/i, en: /\btake[ns]? away\b/i },
  { concept: 'being deleted', instead: 'excluindo, deleting', pt: /^removendo\b/i, en: /^removing\b/i },
  { concept: 'delivery failed', instead: 'não enviada', pt: /\bnão saiu\b/i },
  { concept: 'unread', instead: 'no leído', es: /\bsin leer\b/i },
  {
    concept: 'gender of a person',
    instead: 'a wording for everyone',
    pt: /\bfoi sortead[oa]\b/i,
    es: /\bfue asignad[oa]\b|\bmantenerme conectad[oa]\b/i,
  },
  {
    concept: 'form of address',
    instead: 'tú',
    es: /\busted(?:es)?\b|\b(?:inténtelo|avise|elimine|pida|vincule|reprocese|elija|escriba|haga|puede) (?:a|la|el|lo|los|las|más|archivos|descartar\p{L}*)\b/iu,
  },
  { concept: 'fix', instead: 'fix', en: /\bmend(?:s|ed|ing)?\b/i },
  { concept: 'active voice', instead: 'who does what', en: /\btold\b/i },
  {
    concept: 'off-state',
    instead: 'When off, …',
    pt: /^desligad[oa],/i,
    en: /^off,/i,
    es: /^desactivad[oa],/i,
  },
  {
    concept: 'American spelling',
    instead: 'color, catalog, email',
    en: /colour|catalogue|behaviour|\bfor ever\b|\be-mail/i,
  },
];

interface Exception {
  reason: string;
  concept: string;
  allows: (text: ProductText) => boolean;
}

const exactly =
  (...allowed: string[]) =>
  ({ text }: ProductText) =>
    allowed.includes(text);

const exceptions: Exception[] = [
  {
    reason: 'in a spreadsheet, fila is a row',
    concept: 'queue',
    allows: ({ file, key }) =>
      ['imports.texts.ts', 'spreadsheet-texts.ts', 'reconciliation.ts'].includes(file) || key === 'ERR_SHEET_TOO_LONG',
  },
  {
    reason: 'a software package',
    concept: 'plan',
    allows: ({ file }) => file === 'check.texts.ts',
  },
  {
    reason: 'a line of a text field',
    concept: 'queue, connection',
    allows: exactly('Options, one per line', 'One name per line.', 'New line'),
  },
  {
    reason: 'the name of a country',
    concept: 'merge',
    allows: ({ key }) => key === 'defaultCountry:US',
  },
  {
    reason: 'the name of a country',
    concept: 'status label',
    allows: ({ key }) => key === 'defaultCountry:US',
  },
  {
    reason: 'the name of a Meta tool',
    concept: 'administrator',
    allows: ({ text }) => text.includes('WhatsApp Manager'),
  },
  {
    reason: 'quoted by the specification',
    concept: 'conversation',
    allows: exactly(
      'Ticket',
      'Selecionar Ticket',
      'Atendimentos',
      'ID do Ticket inválido',
      'Ticket Tag Removido!',
      'Ticket Tag Adicionado com Sucesso!',
      'Erro ao buscar informações dos tickets',
      'relatorio-de-atendimentos.xlsx',
    ),
  },
  {
    reason: 'quoted by the specification',
    concept: 'delete',
    allows: exactly('Tem certeza que deseja deletar este fluxo? Todas as integrações relacionados serão perdidos.'),
  },
  {
    reason: 'what the customer chooses, not the status',
    concept: 'status closed',
    allows: exactly('Encerrar a conversa'),
  },
  {
    reason: 'the name of the live panel',
    concept: 'conversation',
    allows: exactly('Painel de atendimentos', 'Painel de Atendimentos'),
  },
  {
    reason: 'a cycle: one handling of a conversation, which a reopening repeats',
    concept: 'conversation',
    allows: ({ file }) => ['dashboard.texts.ts', 'reports.texts.ts', 'metrics.ts', 'reconciliation.ts'].includes(file),
  },
  {
    reason: 'a warning that the customer receives, not a notification of the product',
    concept: 'notification',
    allows: ({ text }) => /aviso de inati|aviso de inacti|a partir do aviso|desde el aviso/i.test(text),
  },
  {
    reason: 'a language model, not a message template',
    concept: 'template',
    allows: ({ file, key }) =>
      ['ai-usage.texts.ts', 'ai-prices.texts.ts'].includes(file) ||
      (file === 'prompts.texts.ts' && ['model', 'modelHint'].includes(key)) ||
      (file === 'try.texts.ts' && key === 'refused'),
  },
];

const texts = readProductTexts(join(import.meta.dirname, '..'));

const textsOf = (file: string, key: string, phrase: Phrase): ProductText[] =>
  languages.map((language) => ({ file, key, language, text: phrase[language] }));

const isForbidden = (term: Term, { language, text }: ProductText) =>
  term[language]?.test(text.replace(/\{+\w+\}+/g, '')) ?? false;

/** Every text with a forbidden term and no exception, as a line that names what to use instead. */
function findViolations(texts: readonly ProductText[]): string[] {
  return texts.flatMap((text) =>
    terms
      .filter((term) => isForbidden(term, text))
      .filter(({ concept }) => !exceptions.some((exception) => exception.concept === concept && exception.allows(text)))
      .map(
        ({ concept, instead }) =>
          `${text.file} ${text.key} (${text.language}), ${concept}: use “${instead}” in “${text.text}”`,
      ),
  );
}

describe('the terms of the user texts', () => {
  it('are read from text files, components, tables of one language, letters and the error catalogue', () => {
    const files = new Set(texts.map(({ file }) => file));
    expect(files.size).toBeGreaterThan(155);
    expect(texts.length).toBeGreaterThan(8000);
    expect(texts.filter(({ file }) => file === 'catalogue.ts').length).toBe(Object.keys(errors).length * 3);
    expect([...files]).toEqual(
      expect.arrayContaining([
        'check.texts.ts',
        'access-check.texts.ts',
        'fields.ts',
        'export-texts.ts',
        'spreadsheet-texts.ts',
        'metrics.ts',
        'reconciliation.ts',
        'templates.texts.ts',
        'letters.texts.ts',
        'button-labels.ts',
        'ui-texts.tsx',
        'scripts.ts',
        // In Portuguese alone.
        'phrases.ts',
        'preview.ts',
        'report-texts.ts',
        'texts.ts',
        'person-export-pages.ts',
      ]),
    );
  });

  it('are found in a phrase of a component and in a table of one language', () => {
    const source = `
      const label = { pt: 'Fechar', en: 'Close', es: 'Cerrar' };
      export const sheet = { pt: { headers: ['Nome'], states: { sent: 'Enviada' } } };`;
    expect(textsOfSource('a.tsx', source)).toEqual([
      { file: 'a.tsx', key: 'label', language: 'pt', text: 'Fechar' },
      { file: 'a.tsx', key: 'label', language: 'en', text: 'Close' },
      { file: 'a.tsx', key: 'label', language: 'es', text: 'Cerrar' },
      { file: 'a.tsx', key: 'headers', language: 'pt', text: 'Nome' },
      { file: 'a.tsx', key: 'sent', language: 'pt', text: 'Enviada' },
    ]);
  });

  it('are found in a file in Portuguese alone, apart from its imports and types', () => {
    const source = `
      import { a } from './a.ts';
      type Kind = 'image';
      export const promptTexts = { rules: ['Responda'], end: \`Fim de \${a}.\` } satisfies Record<'rules', string>;`;
    expect(textsOfSource('packages/domain/src/ai/texts.ts', source)).toEqual([
      { file: 'texts.ts', key: 'rules', language: 'pt', text: 'Responda' },
      { file: 'texts.ts', key: 'end', language: 'pt', text: 'Fim de ' },
      { file: 'texts.ts', key: 'end', language: 'pt', text: '.' },
    ]);
    expect(textsOfSource('packages/domain/src/ai/actions.ts', source)).toEqual([]);
  });

  it('are the ones of the vocabulary', () => {
    expect(findViolations(texts)).toEqual([]);
  });

  it.each<[string, Phrase]>([
    ['bot', { pt: 'O robô não fala', en: 'The assistant answers', es: 'El asistente responde' }],
    ['kanban column', { pt: 'Sem etapa', en: 'Add lanes', es: 'Sin etapa' }],
    ['notification', { pt: 'Ativar avisos', en: 'Turn on notices', es: 'Activar avisos' }],
    ['off-state', { pt: 'Desligado, nada chega.', en: 'Off, nothing arrives.', es: 'Desactivado, nada llega.' }],
    ['conversation', { pt: 'Novo atendimento', en: 'Open ticket', es: 'Otra atención' }],
  ])('a planted text with a forbidden term for “%s” is found in each language', (concept, phrase) => {
    const found = findViolations(textsOf('planted.texts.ts', 'planted', phrase));
    for (const language of languages)
      expect(
        found.some((line) => line.includes(`(${language}), ${concept}:`)),
        language,
      ).toBe(true);
  });

  it.each<[string, Language, string]>([
    ['queue', 'es', 'Sin fila'],
    ['agent', 'en', 'Choose an attendant'],
    ['account owner', 'en', 'Send straight to the wallet'],
    ['fix', 'en', 'Nothing to mend.'],
    ['spreadsheet', 'es', 'Importar hoja'],
    ['template', 'es', 'Se envió el modelo'],
    ['consent', 'pt', 'Nenhum aceite a pedir'],
    ['rating', 'es', 'Pedir valoración'],
    ['rating', 'en', 'Satisfaction survey sent'],
    ['merge', 'pt', 'Uniões deste contato'],
    ['gender of a person', 'pt', '{user} foi sorteado entre os atendentes da fila'],
    ['form of address', 'es', 'Nada se borra hasta que usted decida.'],
    ['form of address', 'es', 'Elimine archivos o espere.'],
    ['delivery failed', 'pt', 'Não saiu'],
    ['unread', 'es', '{count} sin leer'],
    ['American spelling', 'en', 'Colour'],
  ])('a planted text with a forbidden term for “%s” (%s) is found [F-U21]', (concept, language, text) => {
    const found = findViolations([{ file: 'planted.texts.ts', key: 'planted', language, text }]);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${concept}:`);
  });

  it('a placeholder is not a term, and a good text passes', () => {
    const phrase = { pt: 'Sem coluna: {stage}', en: 'Moved to {lane}', es: 'Sin cola: {fila}' };
    expect(findViolations(textsOf('planted.texts.ts', 'planted', phrase))).toEqual([]);
  });

  it('every exception is still used', () => {
    const unused = exceptions.filter(({ concept, allows }) => {
      const term = terms.find((candidate) => candidate.concept === concept);
      return !term || !texts.some((text) => allows(text) && isForbidden(term, text));
    });
    expect(unused.map(({ reason }) => reason)).toEqual([]);
  });
});
