import { texts } from '../../lib/texts.ts';

/** The shortcuts of the companies screen in the shortcut help. */
export const companyKeyTexts = texts({
  title: { pt: 'Em Empresas', en: 'In companies', es: 'En empresas' },
  nextOrPrevious: {
    pt: 'Próxima empresa ou anterior, com uma aberta',
    en: 'Next or previous company, with one open',
    es: 'Empresa siguiente o anterior, con una abierta',
  },
});
