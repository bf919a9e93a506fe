import { texts } from '../../lib/texts.ts';

export const dueDateTexts = texts({
  never: { pt: 'Sem vencimento', en: 'Does not expire', es: 'Sin vencimiento' },
  overdue: { pt: 'Venceu em {date}', en: 'Expired on {date}', es: 'Venció el {date}' },
  today: { pt: 'Vence hoje ({date})', en: 'Expires today ({date})', es: 'Vence hoy ({date})' },
  tomorrow: { pt: 'Vence amanhã ({date})', en: 'Expires tomorrow ({date})', es: 'Vence mañana ({date})' },
  soon: {
    pt: 'Vence em {days} dias ({date})',
    en: 'Expires in {days} days ({date})',
    es: 'Vence en {days} días ({date})',
  },
  inOrder: { pt: 'Vence em {date}', en: 'Expires on {date}', es: 'Vence el {date}' },
});
