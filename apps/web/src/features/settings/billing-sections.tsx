/** Periods of the subscription and prices of a custom size. An empty field restores the default. */
import { DEFAULT_TRIAL_DAYS } from '@balcao/domain/billing/billing-settings';
import { DEFAULT_CUSTOM_PRICES, MIN_CUSTOM_SIZE } from '@balcao/domain/billing/price';
import { dayRanges, parsePlatformSetting } from '@balcao/domain/settings/platform-settings';
import type { PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { formatCents } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { NumberField, TextField } from '../../ui/index.ts';
import { paymentSettingTexts } from './payment-settings.texts.ts';
import { SaveStatus } from './save-status.tsx';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { textOf } from './use-brand-saver.ts';
import { useDebouncedSave } from './use-debounced-save.ts';
import { usePlatformSaver } from './use-platform-saver.ts';

const days = ['trialDays', 'graceDays', 'deactivateAfterDays'] as const;
const prices = {
  customBasePrice: DEFAULT_CUSTOM_PRICES.base,
  customUserPrice: DEFAULT_CUSTOM_PRICES.perUser,
  customConnectionPrice: DEFAULT_CUSTOM_PRICES.perConnection,
} as const;
type Price = keyof typeof prices;
type Name = (typeof days)[number] | Price;
const isPrice = (name: Name): name is Price => Object.hasOwn(prices, name);

export function BillingSections({ values }: { values: PlatformValues }) {
  const t = useTexts(paymentSettingTexts);
  const sections = [
    ['rules', days],
    ['prices', Object.keys(prices) as Price[]],
  ] as const;
  return sections.map(([title, names]) => (
    <section key={title} className={css.card} aria-labelledby={`settings-${title}`}>
      <h2 className={css.heading} id={`settings-${title}`}>
        {t(title)}
      </h2>
      {names.map((name) => (
        <BillingRow key={name} name={name} values={values} />
      ))}
    </section>
  ));
}

function BillingRow({ name, values }: { name: Name; values: PlatformValues }) {
  const t = useTexts(paymentSettingTexts);
  const s = useTexts(settingsTexts);
  // Prices are stored with a point and shown as users write them.
  const setting = usePlatformSaver(name, textOf(values, name).replace('.', ','));
  const isBad = (text: string) => parsePlatformSetting(name, text) === undefined;
  const { currentText, write, flush } = useDebouncedSave(setting, isBad);
  const label = t(name);
  const field = {
    label,
    value: currentText,
    onChange: (event: { target: { value: string } }) => write(event.target.value),
    onBlur: flush,
  };
  return (
    <div className={css.row} data-setting={name}>
      <div className={css.words}>
        <span className={css.label}>{label}</span>
        <p className={css.help}>
          {t(`${name}Help`, {
            days: DEFAULT_TRIAL_DAYS,
            size: MIN_CUSTOM_SIZE,
            price: isPrice(name) ? formatCents(prices[name]) : '',
          })}
        </p>
      </div>
      <div className={css.control}>
        <SaveStatus name={label} of={setting} />
        <div className={css.number}>
          {isPrice(name) ? (
            <TextField {...field} inputMode="decimal" error={isBad(currentText) && t('badPrice')} />
          ) : (
            <NumberField
              {...field}
              {...dayRanges[name]}
              error={isBad(currentText) && s('badNumber', dayRanges[name])}
            />
          )}
        </div>
      </div>
    </div>
  );
}
