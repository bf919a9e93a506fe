/** Public components of the UI kit. They know no business terms. */
export { Button, IconButton, type ButtonKind, type ButtonProps, type IconButtonProps } from './button.tsx';
export { CardDialog } from './card-dialog.tsx';
export { ColorField, type ColorFieldProps } from './color-field.tsx';
export { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx';
export { cx } from './cx.ts';
export { Dialog, DialogCancel, type DialogProps } from './dialog.tsx';
export { InfiniteTable, type Column, type InfiniteTableProps } from './infinite-table.tsx';
export {
  Field,
  FieldRow,
  NumberField,
  PasswordField,
  TextArea,
  TextField,
  type TextAreaProps,
  type TextFieldProps,
} from './fields.tsx';
export { FileInput } from './file-input.tsx';
export { FormDialog } from './form-dialog.tsx';
export { Icon, type IconName } from './icons.tsx';
export { Avatar, Chip, ColorDot, Counter, DrawnKbd, Kbd, Skeleton, StatusPill } from './marks.tsx';
export { loadKit } from './kit.ts';
export { Menu } from './menu.tsx';
export type { MenuItem } from './menu-item.ts';
export { NumberedSteps } from './numbered-steps.tsx';
export { OptionCard, OptionCards } from './option-cards.tsx';
export { Page, type PageProps } from './page.tsx';
export { MultiSelectField } from './multi-select-field.tsx';
export type { Option } from './option-list.tsx';
export { useInnerLayer } from './overlay.ts';
export { Popover } from './popover.tsx';
export { QrCode } from './qr-code.tsx';
export { UiProvider } from './provider.tsx';
export { SearchBox, type SearchBoxProps } from './search-box.tsx';
export { SearchTablePage } from './search-table-page.tsx';
export { SearchPick, type Pickable } from './search-pick.tsx';
export { Segments, type Segment } from './segments.tsx';
export { SelectField } from './select-field.tsx';
export { SidePanel, type SidePanelHandle } from './side-panel.tsx';
export { EditAndRemove } from './edit-and-remove.tsx';
export { EmptyState, ErrorState, nothingFound, type EmptyStateProps } from './states.tsx';
export { Steps } from './steps.tsx';
export { Checkbox, Switch, SwitchGroup, SwitchRow } from './switches.tsx';
export { Tabs, type Tab } from './tabs.tsx';
export { Timeline, type TimelineEntry } from './timeline.tsx';
export { TimeField } from './time-field.tsx';
export { ToastHost, useToast } from './toast.tsx';
export { toasts } from './toast-store.ts';
export { useToolbar } from './toolbar.ts';
export { Tooltip } from './tooltip.tsx';
export { isTextField, isTyping } from './typing.ts';
export { useRecordKeys } from './use-record-keys.ts';
export { useEndReached } from './use-end-reached.ts';
export { useFileDrop } from './use-file-drop.ts';
export { Window, WindowTitle } from './window.tsx';
