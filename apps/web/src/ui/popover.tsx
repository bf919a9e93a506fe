import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  useId,
  useRef,
  useState,
  type AriaAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { useKit } from './kit.ts';
import { useEscapeOutside, useInnerLayer } from './overlay.ts';

type TargetProps = AriaAttributes & { id?: string; ref?: Ref<HTMLElement> };

/** A small panel that opens from a button; `target` gets the props that open it. The focus moves in and returns. */
export function Popover({
  target,
  label,
  width = 'max-content',
  side = 'bottom-end',
  onClose,
  children,
}: {
  target: (opener: { onClick: () => void; 'aria-expanded': boolean }) => ReactElement;
  label: string;
  width?: number | 'max-content' | 'target';
  side?: 'bottom-end' | 'bottom-start' | 'bottom' | 'right-start';
  /** If given, the caller moves the focus; otherwise it returns to the button. */
  onClose?: () => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}) {
  const id = useId();
  const button = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  /** The panel is mounted when it is opened first: a screen may have hundreds of them. */
  const [wasOpened, setWasOpened] = useState(false);
  const kit = useKit(wasOpened);
  useInnerLayer(open);
  const change = (next: boolean) => {
    setOpen(next);
    if (next) setWasOpened(true);
    else onClose?.();
  };
  useEscapeOutside(button, open, () => change(false));
  const shown = target({ onClick: () => change(!open), 'aria-expanded': open }) as ReactElement<TargetProps>;
  const ref = useMergedRef(button, shown.props.ref);
  return (
    <>
      {cloneElement(shown, {
        ref,
        id,
        'aria-haspopup': 'dialog',
        // As Mantine names the panel.
        'aria-controls': open ? `${id}-dropdown` : undefined,
      })}
      {wasOpened && kit && (
        <kit.PopoverPanel
          id={id}
          button={button}
          open={open}
          onChange={change}
          returnFocus={onClose === undefined}
          label={label}
          width={width}
          side={side}
        >
          {typeof children === 'function' ? children(() => change(false)) : children}
        </kit.PopoverPanel>
      )}
    </>
  );
}
