//! Looks at the certificates of a process before it shows them.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::net::IpAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rcgen::{KeyPair, PublicKeyData};
use x509_parser::extensions::GeneralName;
use x509_parser::pem::{Pem, parse_x509_pem};
use x509_parser::prelude::X509Certificate;

use super::error::failed;
use super::{CertificateError, Credentials};

/// Bytes of a file at most.
const LONGEST: u64 = 1 << 20;

impl Credentials {
    pub(super) fn check(&self, places: &[IpAddr]) -> Result<(), CertificateError> {
        let Self { role, authority, certificate, key, .. } = self;
        let role = role.to_string();
        let authority_pem = pem(authority, &role)?;
        let own_pem = pem(certificate, &role)?;
        let (signer, own) = (parsed(authority, &authority_pem)?, parsed(certificate, &own_pem)?);
        let useless = |what: String| Err(CertificateError::Useless { file: certificate.clone(), what });
        let name = own.subject().iter_common_name().next().and_then(|name| name.as_str().ok()).unwrap_or_default();
        if name != role {
            return useless(format!("this is the certificate of {name:?}, and the process is {role}"));
        }
        if own.issuer() != signer.subject() || own.verify_signature(Some(signer.public_key())).is_err() {
            let authority = authority.display();
            return useless(format!("{authority} has not signed this certificate: take both from the same folder"));
        }
        for (which, file) in [(&signer, authority), (&own, certificate)] {
            if !which.validity().is_valid() {
                let (from, to) = (which.validity().not_before, which.validity().not_after);
                let what = format!(
                    "this certificate is valid from {from} to {to}: look at the clock, or renew it (`emberlane certificates --renew`)"
                );
                return Err(CertificateError::Useless { file: file.clone(), what });
            }
        }
        let said = said_places(&own);
        if let Some(place) = places.iter().find(|place| !said.contains(place)) {
            return useless(format!(
                "the experiment has {role} at {place}, which is not in its certificate: renew it (`emberlane certificates --renew`)"
            ));
        }
        let pair = private_key(key, &role)?;
        if pair.der_bytes() != own.public_key().subject_public_key.data.as_ref() {
            return useless(format!("{} is not its key: take both from the same folder", key.display()));
        }
        Ok(())
    }
}

/// The addresses that a certificate is for.
fn said_places(certificate: &X509Certificate<'_>) -> Vec<IpAddr> {
    let names = certificate.subject_alternative_name().ok().flatten();
    let names = names.map_or(&[][..], |names| &names.value.general_names);
    let place = |name: &GeneralName<'_>| match name {
        GeneralName::IPAddress(bytes) => {
            let four = <[u8; 4]>::try_from(*bytes).map(IpAddr::from);
            four.or_else(|_| <[u8; 16]>::try_from(*bytes).map(IpAddr::from)).ok()
        }
        _ => None,
    };
    names.iter().filter_map(place).collect()
}

/// A key that its owner alone can read.
pub(super) fn private_key(file: &Path, role: &str) -> Result<KeyPair, CertificateError> {
    let text = read(file, role)?;
    let mode = std::fs::metadata(file).map_err(failed(file, "looking at it"))?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(CertificateError::Open { file: file.to_owned() });
    }
    KeyPair::from_pem(&text).map_err(|error| CertificateError::Unreadable {
        file: file.to_owned(),
        expected: "a private key (PKCS #8, PEM)",
        message: error.to_string(),
    })
}

fn pem(file: &Path, role: &str) -> Result<Pem, CertificateError> {
    let text = read(file, role)?;
    let pem = parse_x509_pem(text.as_bytes()).map(|(_, pem)| pem);
    pem.map_err(|error| unreadable(file, &error.to_string()))
}

fn parsed<'a>(file: &Path, pem: &'a Pem) -> Result<X509Certificate<'a>, CertificateError> {
    pem.parse_x509().map_err(|error| unreadable(file, &error.to_string()))
}

fn unreadable(file: &Path, message: &str) -> CertificateError {
    CertificateError::Unreadable {
        file: file.to_owned(),
        expected: "a certificate (X.509, PEM)",
        message: message.to_owned(),
    }
}

fn read(file: &Path, role: &str) -> Result<String, CertificateError> {
    let opened = File::open(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => CertificateError::Missing { file: file.to_owned(), role: role.to_owned() },
        _ => failed(file, "opening it")(error),
    })?;
    let mut text = String::new();
    opened.take(LONGEST).read_to_string(&mut text).map_err(failed(file, "reading it"))?;
    Ok(text)
}
