/** All options of the company by group; the search field filters them. */
import { fold } from '@balcao/domain/text/fold';
import { useEffect, useRef, useState } from 'react';
import { useCompanySettings } from '../../entities/settings/company-settings.api.ts';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, cx, EmptyState, ErrorState, Icon, SearchBox, Skeleton } from '../../ui/index.ts';
import { SettingRow } from './setting-row.tsx';
import { groups, type Group, type Row } from './settings-catalogue.ts';
import css from './settings.module.css';
import { settingsTexts } from './settings.texts.ts';
import { useSettingText } from './setting-text.ts';

export function OptionsTab() {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const [search, setSearch] = useState('');
  const { data: values, error, refetch } = useCompanySettings();
  const matches = useMatchingGroups(search);
  const { current, goToSection, sectionRef } = useSections();

  if (error && !values) return <ErrorState text={errorText(error, language)} onRetry={() => void refetch()} />;
  return (
    <div className={css.layout}>
      <nav className={css.nav} aria-label={t('sections')} data-swipes>
        {groups.map(({ key, icon }) => (
          <button
            key={key}
            type="button"
            className={cx(css.section, current === key && css.here)}
            aria-current={current === key || undefined}
            onClick={() => {
              setSearch('');
              goToSection(key);
            }}
          >
            <Icon name={icon} size={16} />
            {t(key)}
          </button>
        ))}
      </nav>
      <div className={css.content}>
        <div className={css.tools}>
          <p className={css.note}>
            <Icon name="check-c" size={16} />
            {t('byItself')}
          </p>
          <SearchBox value={search} onChange={setSearch} label={t('search')} placeholder={t('search')} />
        </div>
        {matches.length === 0 && (
          <EmptyState
            icon="search"
            title={t('nothing', { search })}
            text={t('nothingText')}
            action={<Button onClick={() => setSearch('')}>{t('clearSearch')}</Button>}
          />
        )}
        {matches.map(({ key, rows }) => (
          <section key={key} className={css.card} aria-labelledby={`settings-${key}`} ref={sectionRef(key)}>
            <h2 className={css.heading} id={`settings-${key}`}>
              {t(key)}
            </h2>
            {rows.map((row) =>
              values ? (
                <SettingRow key={row.name} {...row} values={values} />
              ) : (
                <div key={row.name} className={css.row}>
                  <Skeleton width="42%" height={14} />
                  <Skeleton width={34} height={20} />
                </div>
              ),
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

/** The search matches the row's texts and those of its dependent settings. */
function useMatchingGroups(search: string): { key: Group['key']; rows: readonly Row[] }[] {
  const settingText = useSettingText();
  const t = useTexts(settingsTexts);
  const query = fold(search.trim());
  if (query === '') return [...groups];
  const names = ({ name, under }: Row) => [name, ...(under?.names ?? [])];
  const isMatch = (row: Row) =>
    names(row).some((name) => fold([settingText(name), settingText(`${name}Help`), name].join(' ')).includes(query));
  return groups
    .map(({ key, rows }) => ({ key, rows: fold(t(key)).includes(query) ? rows : rows.filter(isMatch) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Strip below the top bar: the group that crosses it is the current one. */
const READING_STRIP = '-12% 0px -80% 0px';
const SCROLL_EVENTS = ['wheel', 'touchmove', 'keydown'] as const;

/** The group chosen in the menu, or the one scrolled to since. */
function useSections() {
  const [current, setCurrent] = useState<Group['key']>(groups[0]!.key);
  const sections = useRef(new Map<Group['key'], HTMLElement>());
  const watch = useRef<IntersectionObserver | null>(null);
  // A short last group never reaches the strip, so a chosen group stays current until the user unpin.
  const isPinned = useRef(false);

  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return;
    const seen = new IntersectionObserver(
      (entries) => {
        const read = entries.find(({ isIntersecting }) => isIntersecting)?.target;
        if (isPinned.current || !read) return;
        for (const [key, element] of sections.current) if (element === read) setCurrent(key);
      },
      { rootMargin: READING_STRIP },
    );
    watch.current = seen;
    for (const element of sections.current.values()) seen.observe(element);
    const unpin = () => {
      isPinned.current = false;
    };
    for (const eventName of SCROLL_EVENTS) addEventListener(eventName, unpin, { passive: true });
    return () => {
      seen.disconnect();
      for (const eventName of SCROLL_EVENTS) removeEventListener(eventName, unpin);
    };
  }, []);

  const sectionRef = (key: Group['key']) => (element: HTMLElement | null) => {
    const before = sections.current.get(key);
    if (before) watch.current?.unobserve(before);
    if (element) {
      sections.current.set(key, element);
      watch.current?.observe(element);
    } else sections.current.delete(key);
  };
  const goToSection = (key: Group['key']) => {
    setCurrent(key);
    isPinned.current = true;
    // After the search is cleared, the group is mounted only in the next frame.
    requestAnimationFrame(() => sections.current.get(key)?.scrollIntoView({ block: 'start' }));
  };
  return { current, goToSection, sectionRef };
}
