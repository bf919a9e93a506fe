import { texts } from '../../lib/texts.ts';

export const meterTexts = texts({
  of: { pt: 'de {limit}', en: 'of {limit}', es: 'de {limit}' },
  noLimit: { pt: 'sem teto', en: 'no ceiling', es: 'sin tope' },
  forecast: { pt: 'previsão {amount}', en: 'forecast {amount}', es: 'previsión {amount}' },
  described: {
    pt: '{used} de {limit}. Notificação em {mark}.',
    en: '{used} of {limit}. Notification at {mark}.',
    es: '{used} de {limit}. Notificación en {mark}.',
  },
});
