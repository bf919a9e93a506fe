/** The main color for each theme: chosen in a dialog, shown on an example. */
import { useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import type { PlatformValues } from '../../entities/settings/platform-settings.api.ts';
import { usePublicSettings } from '../../lib/theme.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, ColorField, cx, Dialog, DialogCancel, Icon, IconButton, StatusPill } from '../../ui/index.ts';
import { contrastOf } from './contrast.ts';
import css from './settings.module.css';
import { textOf, useBrandSaver } from './use-brand-saver.ts';
import { whiteLabelTexts } from './white-label.texts.ts';
import own from './white-label.module.css';

const themes = [
  { theme: 'light', key: 'primaryColorLight', color: '#0000FF' },
  { theme: 'dark', key: 'primaryColorDark', color: '#39ACE7' },
] as const;
type Theme = (typeof themes)[number];
const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export function BrandColors({ values }: { values: PlatformValues }) {
  const t = useTexts(whiteLabelTexts);
  const colorOf = ({ key, color }: Theme) => textOf(values, key) || color;
  return (
    <section className={css.card} aria-labelledby="settings-color">
      <h2 className={css.heading} id="settings-color">
        {t('color')}
      </h2>
      {themes.map((theme) => (
        <ColorRow key={theme.key} of={theme} color={colorOf(theme)} isOwn={textOf(values, theme.key) !== ''} />
      ))}
      <div className={own.previews}>
        <h3 className={css.label}>{t('preview')}</h3>
        {themes.map((theme) => (
          <Preview key={theme.key} of={theme} color={colorOf(theme)} />
        ))}
      </div>
    </section>
  );
}

function ColorRow({ of: { theme, key, color: ours }, color, isOwn }: { of: Theme; color: string; isOwn: boolean }) {
  const t = useTexts(whiteLabelTexts);
  const save = useBrandSaver();
  const [isChoosing, setChoosing] = useState(false);
  const name = t(theme);
  return (
    <div className={cx(css.row, own.stack)} data-setting={key}>
      <div className={css.words}>
        <span className={css.label}>{name}</span>
        <p className={cx(css.help, own.readable)}>
          <Readability theme={theme} color={color} />
          {t('colorHelp')}
        </p>
      </div>
      <div className={css.control}>
        <span className={own.swatch} style={{ '--c': color } as CSSProperties} aria-hidden="true" />
        <code className={own.hex}>{color.toUpperCase()}</code>
        <Button aria-label={t('chooseNamed', { name })} onClick={() => setChoosing(true)}>
          {t('choose')}
        </Button>
        {isOwn && <IconButton icon="refresh" label={t('restore', { name })} onClick={() => void save(key, '')} />}
      </div>
      {isChoosing && (
        <ColorDialog
          title={t('chooseNamed', { name })}
          start={isOwn ? color : ours}
          onChoose={async (chosen) => {
            if (await save(key, chosen)) setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

interface ColorDialogProps {
  title: string;
  start: string;
  onChoose: (color: string) => Promise<void>;
  onClose: () => void;
}

function ColorDialog({ title, start, onChoose, onClose }: ColorDialogProps) {
  const t = useTexts(whiteLabelTexts);
  const [color, setColor] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    await onChoose(color);
    setBusy(false);
  };
  return (
    <Dialog
      title={title}
      width={440}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (isHex(color)) void submit();
      }}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={isBusy} disabled={!isHex(color)}>
            {t('ok')}
          </Button>
        </>
      }
    >
      <ColorField label={t('hex')} value={color} error={!isHex(color) && t('wrongColor')} onChange={setColor} />
    </Dialog>
  );
}

/** Measured on a sample, because the tokens adjust the chosen color. */
function Readability({ theme, color }: { theme: Theme['theme']; color: string }) {
  const t = useTexts(whiteLabelTexts);
  const sample = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState<number>();
  useLayoutEffect(() => setRatio(sample.current ? contrastOf(sample.current) : undefined), [theme, color]);
  return (
    <>
      <span
        ref={sample}
        className={own.sample}
        data-theme={theme}
        style={brandStyle(theme, color)}
        aria-hidden="true"
      />
      {ratio !== undefined && (
        <StatusPill tone={ratio >= 4.5 ? 'success' : 'warn'}>
          {t('readable', { ratio: (Math.floor(ratio * 10) / 10).toFixed(1).replace('.', ',') })}
        </StatusPill>
      )}
    </>
  );
}

const brandStyle = (theme: Theme['theme'], color: string) => ({ [`--brand-${theme}`]: color }) as CSSProperties;

/** Controls as they look with this color. They are a picture, not controls. */
function Preview({ of: { theme }, color }: { of: Theme; color: string }) {
  const t = useTexts(whiteLabelTexts);
  const { appName } = usePublicSettings();
  return (
    <div
      className={own.preview}
      data-theme={theme}
      style={brandStyle(theme, color)}
      role="img"
      aria-label={t(theme === 'light' ? 'previewLight' : 'previewDark')}
    >
      <div className={own.previewHead}>
        <span className={own.previewMark}>
          <Icon name="chat" size={16} />
        </span>
        <b>{appName || 'Balcão'}</b>
        <span className={own.count}>4</span>
      </div>
      <div className={own.list}>
        <span className={own.current}>
          <Icon name="chat" size={16} />
          {t('conversations')}
          <span className={own.count}>4</span>
        </span>
        <span>
          <Icon name="users" size={16} />
          {t('contacts')}
        </span>
      </div>
      <div className={own.actions}>
        <span className={own.primary}>{t('save')}</span>
        <span className={own.secondary}>{t('cancel')}</span>
        <span className={own.link}>{t('details')}</span>
      </div>
    </div>
  );
}
