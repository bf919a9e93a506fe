import { useLanguage } from '../../lib/language.tsx';

const locales = { pt: 'pt-BR', en: 'en-GB', es: 'es' } as const;

/** The name of the month of a day such as 2026-11-16; empty without one. */
export function useMonthName(): (day: string | undefined) => string {
  const language = useLanguage();
  return (day) =>
    day === undefined
      ? ''
      : new Intl.DateTimeFormat(locales[language], { month: 'long', timeZone: 'UTC' }).format(
          new Date(`${day}T12:00Z`),
        );
}

/** What a month will cost if it goes on as until `today`, in the unit of `spent`. */
export function forecastOf(spent: number, today: string): number {
  const [year = 0, month = 0, day = 1] = today.split('-').map(Number);
  const daysOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (spent / day) * daysOfMonth;
}
