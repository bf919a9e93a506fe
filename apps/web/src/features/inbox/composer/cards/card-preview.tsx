import { defaultButtonLabel } from '@balcao/domain/message/button-labels';
import { parsePixKey } from '@balcao/domain/message/pix';
import { formatCents } from '../../../../lib/format.ts';
import { useTexts } from '../../../../lib/use-texts.ts';
import { Icon, type IconName } from '../../../../ui/index.ts';
import type { CardKind } from '../attach-menu.tsx';
import { DEFAULT_BUTTON, type CardDraft } from './card-draft.ts';
import css from './cards.module.css';
import { cardTexts } from './cards.texts.ts';

const icons: Record<CardKind, IconName> = { list: 'list', link: 'external', copy: 'copy', call: 'phone', pix: 'copy' };
/** The server's default labels of the button. */
const defaultButtonLabels: Record<CardKind, string> = {
  list: DEFAULT_BUTTON,
  link: defaultButtonLabel('url'),
  copy: defaultButtonLabel('copy'),
  call: defaultButtonLabel('call'),
  pix: '',
};

/** The message as the customer will see it, while it is filled in. */
export function CardPreview({ kind, draft }: { kind: CardKind; draft: CardDraft }) {
  const t = useTexts(cardTexts);
  const key = parsePixKey(draft.keyType, draft.key);
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <div className={css.bubble}>
        {kind === 'pix' && (
          <div className={css.pix}>
            <span className={css.pixIcon}>
              <Icon name="pix" size={22} />
            </span>
            <span className={css.pixText}>
              {draft.cents > 0 && <b className={css.amount}>{formatCents(draft.cents)}</b>}
              <span className="cut">
                {draft.merchant} · {t(draft.keyType)}
              </span>
              <span className="cut">{key.ok ? key.value : draft.key}</span>
            </span>
          </div>
        )}
        <b>{draft.title || t('heading')}</b>
        {kind !== 'pix' && draft.text !== '' && <p className={css.text}>{draft.text}</p>}
        {kind === 'list' &&
          draft.sections.map((section, s) => (
            <div key={s}>
              {section.title !== '' && <small>{section.title}</small>}
              <ul className={css.rows}>
                {section.rows.map(
                  (row, r) =>
                    row.title !== '' && (
                      <li key={r}>
                        {row.title}
                        {row.description !== '' && <small>{row.description}</small>}
                      </li>
                    ),
                )}
              </ul>
            </div>
          ))}
        {kind === 'list' && draft.footer !== '' && <small>{draft.footer}</small>}
        <span className={css.button}>
          <Icon name={icons[kind]} size={16} />
          {kind === 'pix' ? t('copyKey') : draft.button.trim() || defaultButtonLabels[kind]}
        </span>
      </div>
    </section>
  );
}
