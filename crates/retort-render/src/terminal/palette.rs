//! Colours by what they mean, for dark and for light backgrounds.

/// The colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Palette {
    /// For a dark background.
    Dark,
    /// For a light background.
    Light,
}

/// What a piece of text is, and so how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    /// As text is.
    Plain,
    /// A title, a name of a column.
    Heading,
    /// A title that is a link, an address.
    Link,
    /// The name of a member or of a value.
    Key,
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true`, `false` and `null`.
    Word,
    /// What stands around: lines, brackets, counts.
    Faint,
    /// What went well.
    Good,
    /// What went wrong.
    Bad,
    /// What needs a look.
    Warn,
    /// Strong text.
    Strong,
    /// Emphasised text.
    Emphasis,
    /// Text that is both.
    StrongEmphasis,
    /// Text that was taken back.
    Struck,
    /// Code inside text.
    Code,
    /// A comment in a program.
    Comment,
    /// A keyword in a program.
    Keyword,
    /// The name of a function in a program.
    Function,
    /// The name of a type or a tag.
    Type,
}

impl Ink {
    /// What selects it on a terminal; empty for plain text.
    pub(crate) fn code(self, palette: Palette) -> &'static str {
        let dark = matches!(palette, Palette::Dark);
        match self {
            Self::Plain => "",
            Self::Heading | Self::Strong => "1",
            Self::Emphasis => "3",
            Self::StrongEmphasis => "1;3",
            Self::Struck => "9",
            Self::Code => {
                if dark {
                    "38;5;180"
                } else {
                    "38;5;89"
                }
            }
            Self::Link => {
                if dark {
                    "4;38;5;117"
                } else {
                    "4;38;5;25"
                }
            }
            Self::Key => {
                if dark {
                    "38;5;110"
                } else {
                    "38;5;24"
                }
            }
            Self::Text => {
                if dark {
                    "38;5;150"
                } else {
                    "38;5;28"
                }
            }
            Self::Number => {
                if dark {
                    "38;5;215"
                } else {
                    "38;5;130"
                }
            }
            Self::Word | Self::Keyword => {
                if dark {
                    "38;5;176"
                } else {
                    "38;5;90"
                }
            }
            Self::Faint | Self::Comment => {
                if dark {
                    "38;5;245"
                } else {
                    "38;5;242"
                }
            }
            Self::Good => {
                if dark {
                    "38;5;114"
                } else {
                    "38;5;28"
                }
            }
            Self::Bad => {
                if dark {
                    "38;5;203"
                } else {
                    "38;5;160"
                }
            }
            Self::Warn => {
                if dark {
                    "38;5;221"
                } else {
                    "38;5;94"
                }
            }
            Self::Function => {
                if dark {
                    "38;5;111"
                } else {
                    "38;5;26"
                }
            }
            Self::Type => {
                if dark {
                    "38;5;80"
                } else {
                    "38;5;30"
                }
            }
        }
    }
}
