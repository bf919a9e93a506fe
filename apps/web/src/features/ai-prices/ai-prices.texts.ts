import { texts } from '../../lib/texts.ts';

export const priceTexts = texts({
  title: { pt: 'Preços de IA', en: 'AI prices', es: 'Precios de IA' },
  add: { pt: 'Novo preço', en: 'New price', es: 'Nuevo precio' },
  lead: {
    pt: 'Valem para todas as empresas. Chamadas já feitas mantêm o custo; um modelo sem preço aparece como “sem preço” e não conta no teto do mês.',
    en: 'They apply to all companies. Calls already made keep their cost; a model without a price is shown as “without a price” and does not count towards the ceiling of the month.',
    es: 'Valen para todas las empresas. Las llamadas ya hechas mantienen su costo; un modelo sin precio aparece como “sin precio” y no cuenta en el tope del mes.',
  },
  emptyTitle: { pt: 'Nenhum preço', en: 'No prices', es: 'Ningún precio' },
  emptyText: {
    pt: 'Sem preços, o uso de IA é contado, mas não tem custo.',
    en: 'Without prices, AI usage is counted but has no cost.',
    es: 'Sin precios, el uso de IA se cuenta, pero no tiene costo.',
  },
  service: { pt: 'Serviço', en: 'Service', es: 'Servicio' },
  openai: { pt: 'OpenAI ou compatível', en: 'OpenAI or compatible', es: 'OpenAI o compatible' },
  gemini: { pt: 'Google Gemini', en: 'Google Gemini', es: 'Google Gemini' },
  anthropic: { pt: 'Anthropic', en: 'Anthropic', es: 'Anthropic' },
  sandbox: { pt: 'Simulado', en: 'Simulated', es: 'Simulado' },
  speech: { pt: 'Voz', en: 'Voice', es: 'Voz' },
  model: { pt: 'Modelo de IA', en: 'AI model', es: 'Modelo de IA' },
  modelHint: {
    pt: 'O nome exato, ou o começo seguido de *. O nome mais exato vale.',
    en: 'The exact name, or its beginning followed by *. The most exact name counts.',
    es: 'El nombre exacto, o el comienzo seguido de *. Vale el nombre más exacto.',
  },
  inputPerMillion: {
    pt: 'Milhão de tokens de entrada',
    en: 'Million input tokens',
    es: 'Millón de tokens de entrada',
  },
  outputPerMillion: {
    pt: 'Milhão de tokens de saída',
    en: 'Million output tokens',
    es: 'Millón de tokens de salida',
  },
  perMinute: { pt: 'Minuto de áudio', en: 'Minute of audio', es: 'Minuto de audio' },
  perMillionCharacters: {
    pt: 'Milhão de caracteres de voz',
    en: 'Million characters of voice',
    es: 'Millón de caracteres de voz',
  },
  inReais: { pt: '{name} (R$)', en: '{name} (R$)', es: '{name} (R$)' },
  editNamed: { pt: 'Editar {name}', en: 'Edit {name}', es: 'Editar {name}' },
  removeNamed: { pt: 'Excluir {name}', en: 'Delete {name}', es: 'Eliminar {name}' },
  removeTitle: {
    pt: 'Excluir o preço de “{name}”?',
    en: 'Delete the price of “{name}”?',
    es: '¿Eliminar el precio de “{name}”?',
  },
  removeText: {
    pt: 'Novas chamadas deste modelo deixam de ter custo e de contar no teto das empresas.',
    en: 'New calls of this model no longer have a cost or count towards the ceilings of companies.',
    es: 'Las nuevas llamadas de este modelo dejan de tener costo y de contar en el tope de las empresas.',
  },
  remove: { pt: 'Excluir preço', en: 'Delete price', es: 'Eliminar precio' },
  removed: { pt: 'Preço excluído', en: 'Price deleted', es: 'Precio eliminado' },
  save: { pt: 'Salvar preço', en: 'Save price', es: 'Guardar precio' },
  saved: { pt: 'Preço salvo', en: 'Price saved', es: 'Precio guardado' },
  taken: {
    pt: 'Este modelo já tem um preço.',
    en: 'This model already has a price.',
    es: 'Este modelo ya tiene un precio.',
  },
});
