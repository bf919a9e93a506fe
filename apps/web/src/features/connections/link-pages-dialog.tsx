/** Back from signing in at the channel: which of the pages, and whether their Instagram accounts too. */
import { useState, type FormEvent } from 'react';
import { ChannelGlyph } from '../../entities/connections/channel-glyph.tsx';
import {
  useJoinPages,
  useLinkablePages,
  useSignInAtMeta,
  type LinkablePage,
} from '../../entities/connections/linking.api.ts';
import { explain } from '../../lib/explain.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, EmptyState, ErrorState, Skeleton, SwitchRow, useToast } from '../../ui/index.ts';
import css from './linking.module.css';
import { linkingTexts } from './linking.texts.ts';

export function LinkPagesDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTexts(linkingTexts);
  const language = useLanguage();
  const toast = useToast();
  const { actor } = useSession();
  const found = useLinkablePages(link);
  const join = useJoinPages();
  const signIn = useSignInAtMeta();
  const pages = found.data?.pages ?? [];
  const [ownChoice, choose] = useState<ReadonlySet<string> | null>(null);
  // With only one there is nothing to choose.
  const chosen = ownChoice ?? new Set(pages.length === 1 ? [pages[0]!.id] : []);
  const [wantsInstagram, setWantsInstagram] = useState(true);
  const [tried, setTried] = useState(false);
  const hasInstagram =
    actor.plan.has('instagram') && pages.some(({ id, instagram }) => instagram !== null && chosen.has(id));

  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (chosen.size === 0) return;
    join.mutate(
      { link, pageIds: [...chosen], addInstagram: hasInstagram && wantsInstagram },
      {
        onSuccess: (made) => {
          const failed = made.filter(({ status }) => status !== 'CONNECTED');
          if (failed.length > 0) toast.warn(t('linkedNot', { names: failed.map(({ name }) => name).join(', ') }));
          else if (made.length === 1) toast.done(t('linked', { names: made[0]!.name }));
          else toast.done(t('linkedMany', { count: made.length }));
          onClose();
        },
        onError: toast.failed,
      },
    );
  };
  const again = (
    <Button kind="primary" busy={signIn.isPending} onClick={() => signIn.mutate(undefined, { onError: toast.failed })}>
      {t('signInAgain')}
    </Button>
  );
  return (
    <Dialog
      title={t('linkTitle')}
      icon={<ChannelGlyph channel="facebook" size={22} silent />}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          {found.error || (found.data && pages.length === 0) ? (
            again
          ) : (
            <Button kind="primary" type="submit" busy={join.isPending} disabled={found.isPending}>
              {t('link')}
            </Button>
          )}
        </>
      }
    >
      {found.error ? (
        <ErrorState title={t('linkFailedTitle')} text={explain(found.error, language)} />
      ) : found.isPending ? (
        <div className={css.pages} aria-busy="true">
          <span className="sr" role="status">
            {t('loadingPages')}
          </span>
          <Skeleton height={56} />
          <Skeleton height={56} />
        </div>
      ) : pages.length === 0 ? (
        <EmptyState icon="globe" title={t('noPagesTitle')} text={t('noPagesText')} />
      ) : (
        <>
          <fieldset className={css.pages}>
            <legend>{t('pages')}</legend>
            {pages.map((page) => (
              <Page key={page.id} page={page} isChosen={chosen.has(page.id)} onToggle={() => toggle(page.id)} />
            ))}
            {tried && chosen.size === 0 && (
              <span className={css.error} role="alert">
                {t('choosePage')}
              </span>
            )}
          </fieldset>
          {hasInstagram && (
            <SwitchRow
              label={t('addInstagram')}
              text={t('addInstagramText')}
              checked={wantsInstagram}
              onChange={setWantsInstagram}
            />
          )}
        </>
      )}
    </Dialog>
  );
}

function Page({ page, isChosen, onToggle }: { page: LinkablePage; isChosen: boolean; onToggle: () => void }) {
  const t = useTexts(linkingTexts);
  return (
    <label className={css.page}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <ChannelGlyph channel="facebook" silent />
      <span className={css.words}>
        <b className="cut">{page.name}</b>
        {page.instagram && (
          <span>
            <ChannelGlyph channel="instagram" size={14} />
            <span className="cut">{page.instagram.name}</span>
          </span>
        )}
        {page.whatsappId !== null && <span>{t('linkedAlready')}</span>}
      </span>
    </label>
  );
}
