import { texts } from '../../lib/texts.ts';

/** With a ready question, the time to wait for a rating is one hour. */
export const DEFAULT_RATING_MINUTES = 60;

export const ratingTexts = texts({
  /** A ready question for the customer. */
  question: {
    pt: '{{firstName}}, de 0 a 10, que nota você dá ao nosso atendimento?',
    en: '{{firstName}}, from 0 to 10, how do you rate our service?',
    es: '{{firstName}}, del 0 al 10, ¿qué nota le das a nuestra atención?',
  },
});
