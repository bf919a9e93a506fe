import { pixOrderOf } from '@balcao/domain/settings/platform-settings';
import { providerName } from '../../entities/billing/payment-method.ts';
import type { PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { IconButton } from '../../ui/index.ts';
import { paymentSettingTexts } from './payment-settings.texts.ts';
import own from './payments-tab.module.css';
import { SaveStatus } from './save-status.tsx';
import css from './settings.module.css';
import { textOf } from './use-brand-saver.ts';
import { usePlatformSaver } from './use-platform-saver.ts';

/** Which provider creates the PIX code: the first of the list that is ready and answers. */
export function PixOrder({ values }: { values: PlatformValues }) {
  const t = useTexts(paymentSettingTexts);
  const setting = usePlatformSaver('pixproviderorder', textOf(values, 'pixproviderorder'));
  const order = pixOrderOf(setting.value);
  const moveUp = (at: number) => {
    const next = [...order];
    [next[at - 1], next[at]] = [next[at]!, next[at - 1]!];
    setting.save(next.join(','));
  };
  return (
    <div className={css.row} data-setting="pixproviderorder">
      <div className={css.words}>
        <span className={css.label} id="pix-order">
          {t('pixproviderorder')}
        </span>
        <p className={css.help}>{t('pixproviderorderHelp')}</p>
      </div>
      <div className={css.control}>
        <SaveStatus name={t('pixproviderorder')} of={setting} />
        <div className={css.place}>
          <ol className={own.order} aria-labelledby="pix-order">
            {order.map((name, at) => (
              <li key={name}>
                <span>
                  {at + 1}. {providerName(name)}
                </span>
                <IconButton
                  icon="chev-u"
                  label={t('up', { name: providerName(name) })}
                  disabled={at === 0}
                  onClick={() => moveUp(at)}
                />
                <IconButton
                  icon="chev-d"
                  label={t('down', { name: providerName(name) })}
                  disabled={at === order.length - 1}
                  onClick={() => moveUp(at + 1)}
                />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </div>
  );
}
