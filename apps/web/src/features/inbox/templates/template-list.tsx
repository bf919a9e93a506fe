import { useState } from 'react';
import { useSendableTemplates, useSyncTemplates, type Template } from '../../../entities/templates/templates.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, Chip, EmptyState, ErrorState, Icon, SearchBox, Skeleton, useToast } from '../../../ui/index.ts';
import { iconOf } from './template-file.tsx';
import css from './templates.module.css';
import { templateTexts } from './templates.texts.ts';

interface TemplateListProps {
  whatsappId: number;
  onChoose: (template: Template) => void;
}

/** The templates that this connection can send now, found by name or text. */
export function TemplateList({ whatsappId, onChoose }: TemplateListProps) {
  const t = useTexts(templateTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const { rows, loading, error, retry, hasMore, more } = useSendableTemplates(whatsappId, search);
  return (
    <>
      <p className={css.note}>
        <Icon name="info" size={16} />
        {t('why')}
      </p>
      <SearchBox label={t('search')} placeholder={t('searchHint')} value={search} onChange={setSearch} />
      {error ? (
        <ErrorState compact text={errorText(error, language)} onRetry={retry} />
      ) : loading && rows.length === 0 ? (
        <div className={css.list} aria-busy="true">
          <span className="sr" role="status">
            {t('loading')}
          </span>
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} height={68} />
          ))}
        </div>
      ) : rows.length === 0 ? (
        search === '' ? (
          <None whatsappId={whatsappId} />
        ) : (
          <p role="status">{t('noMatch', { typed: search })}</p>
        )
      ) : (
        <ul className={css.list} aria-label={t('list')}>
          {rows.map((template) => (
            <li key={template.id}>
              <Row template={template} onChoose={() => onChoose(template)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button size="sm" busy={loading} onClick={more}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

function Row({ template, onChoose }: { template: Template; onChoose: () => void }) {
  const t = useTexts(templateTexts);
  const { name, language, body, header } = template;
  const category = template.category.toUpperCase();
  const isKnownCategory = category === 'MARKETING' || category === 'UTILITY' || category === 'AUTHENTICATION';
  return (
    <button type="button" className={css.template} onClick={onChoose}>
      <span className={css.head}>
        <b className="cut">{displayName(name)}</b>
        <Chip small>{language}</Chip>
        {category !== '' && <Chip small>{isKnownCategory ? t(category) : template.category}</Chip>}
      </span>
      <span className={css.body}>
        {header && header.format !== 'text' && (
          <>
            <Icon name={iconOf[header.format]} size={14} />{' '}
          </>
        )}
        {body}
      </span>
    </button>
  );
}

/** Users who manage connections can fetch the templates again. */
function None({ whatsappId }: { whatsappId: number }) {
  const t = useTexts(templateTexts);
  const toast = useToast();
  const sync = useSyncTemplates();
  const canSync = useCan('connection.manage');
  return (
    <EmptyState
      icon="note"
      title={t('noneTitle')}
      text={t('noneText')}
      action={
        canSync && (
          <Button
            icon="refresh"
            busy={sync.isPending}
            onClick={() =>
              sync.mutate(whatsappId, {
                onSuccess: ({ count }) => toast.done(t('synced', { count })),
                onError: toast.failed,
              })
            }
          >
            {t('sync')}
          </Button>
        )
      }
    />
  );
}

/** Channels name templates like_this. */
export const displayName = (name: string): string => {
  const text = name.replaceAll('_', ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
};
