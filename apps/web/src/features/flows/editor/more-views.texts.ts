import { texts } from '../../../lib/texts.ts';

export const moreViewTexts = texts({
  runs: { pt: 'Execuções', en: 'Runs', es: 'Ejecuciones' },
  numbers: { pt: 'Números', en: 'Numbers', es: 'Números' },
  versions: { pt: 'Versões', en: 'Versions', es: 'Versiones' },
});
