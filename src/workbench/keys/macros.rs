//! What the tables of screens, scopes, actions and keys are written with.

/// The screens: name, the digit that goes there, what must be there first, and the command that prints what it shows.
macro_rules! screens {
    ($($name:ident, $digit:expr, $needs:ident, $command:literal: $doc:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ScreenId {
            $(#[doc = $doc] $name,)*
        }

        impl ScreenId {
            pub const ALL: &'static [ScreenId] = &[$(ScreenId::$name),*];

            pub fn name(self) -> &'static str {
                match self {
                    $(ScreenId::$name => stringify!($name),)*
                }
            }

            /// The digit that goes there; the start screen has none.
            pub fn digit(self) -> Option<u8> {
                match self {
                    $(ScreenId::$name => $digit,)*
                }
            }

            pub fn needs(self) -> Needs {
                match self {
                    $(ScreenId::$name => Needs::$needs,)*
                }
            }

            pub fn command(self) -> &'static str {
                match self {
                    $(ScreenId::$name => $command,)*
                }
            }
        }
    };
}

macro_rules! actions {
    ($($name:ident)*) => {
        /// Everything that can happen to the workbench: what a key can ask for, and what arrives without a key.
        #[derive(Clone, Debug)]
        pub enum Action {
            $($name,)*
            Go(ScreenId),
            Edit(Edit),
            Paste(String),
            Unbound(Key),
            /// A quarter of a second has gone by while something waits for time.
            Tick,
            Resize(u16, u16),
        }

        impl Action {
            /// What keys ask for.
            pub const BOUND: &'static [Action] = &[$(Action::$name,)*];

            pub fn is(&self, other: &Action) -> bool {
                std::mem::discriminant(self) == std::mem::discriminant(other)
            }
        }
    };
}

macro_rules! scopes {
    ($($name:ident = $title:literal $(, $typed:ident)?: $doc:literal;)*) => {
        /// Where a key means something: on which screen, in which pane or dialog.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Scope {
            $(#[doc = $doc] $name,)*
        }

        impl Scope {
            /// All of them, in the order of the help.
            pub const ALL: &'static [Scope] = &[$(Scope::$name),*];

            pub fn title(self) -> &'static str {
                match self {
                    $(Scope::$name => $title,)*
                }
            }

            /// Whether keys without a meaning of their own go into a text field.
            pub fn types(self) -> bool {
                match self {
                    $(Scope::$name => false $(|| stringify!($typed) == "typed")?,)*
                }
            }
        }
    };
}

macro_rules! table {
    ($($scope:ident, [$($action:ident $(($room:ident))?: $($key:expr),+;)+], $sentence:literal, $hint:expr;)*) => {
        &[$(Entry {
            scope: Scope::$scope,
            binds: &[$((&[$($key),+], Action::$action $((ScreenId::$room))?)),+],
            sentence: $sentence,
            hint: $hint,
        }),*]
    };
}

pub(super) use {actions, scopes, screens, table};
