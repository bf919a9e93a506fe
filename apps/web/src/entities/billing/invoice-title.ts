import type { Invoice } from '@balcao/contract/endpoints/invoices';
import { useCallback } from 'react';
import { useLanguage, type Language } from '../../lib/language.tsx';
import { translate } from '../../lib/texts.ts';
import { titleTexts } from './invoice-title.texts.ts';

const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en-US', es: 'es' };

type Titled = Pick<Invoice, 'kind' | 'dueDay' | 'detail' | 'isCustomSize'>;

/** What an invoice is for: the month of its due day, and the plan. */
export function useInvoiceTitle(): (invoice: Titled) => { title: string; plan: string } {
  const language = useLanguage();
  return useCallback(
    ({ kind, dueDay, detail, isCustomSize }) => ({
      title: translate(titleTexts[kind], language, { month: monthOf(dueDay, language) }),
      plan: translate(titleTexts[isCustomSize ? 'custom' : 'plan'], language, { name: detail }),
    }),
    [language],
  );
}

const monthOf = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
